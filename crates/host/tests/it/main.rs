//! Engines in threads and in processes, through the public interface.

// A test that can't go on has failed.
#![allow(clippy::unwrap_used)]

mod threads;

// Other programs are scripts here.
#[cfg(unix)]
mod htp;
#[cfg(unix)]
mod processes;

use parlor_host::{EngineHandle, HostOptions, Reply};
use parlor_play::{Options, PlayerSpec, Session, game};
use std::sync::mpsc::{Receiver, channel};

fn session(name: &str) -> Box<dyn Session> {
    game(name).unwrap().start(&Options::default()).unwrap()
}

fn start(name: &str, spec: &PlayerSpec) -> (EngineHandle, Receiver<Reply>) {
    let (sender, replies) = channel();
    let options = HostOptions { is_quiet: true, ..HostOptions::default() };
    let handle = EngineHandle::start(&*session(name), spec, options, move |reply| drop(sender.send(reply)));
    (handle, replies)
}

fn moves(text: &str) -> Vec<String> {
    text.split_whitespace().map(String::from).collect()
}
