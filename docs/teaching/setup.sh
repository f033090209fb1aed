#!/bin/bash
apt-get update
apt-get install -y g++ python3
install -m 755 /autograder/source/parlor /usr/local/bin/parlor
