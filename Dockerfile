# syntax=docker/dockerfile:1
# The web app in a small image:
#   docker build -t parlor .
#   docker run --rm -p 8000:8000 -v parlor:/data parlor
ARG RUST_VERSION=1.95
ARG DEBIAN=trixie

FROM rust:${RUST_VERSION}-slim-${DEBIAN} AS build
WORKDIR /src
COPY Cargo.toml Cargo.lock ./
COPY crates crates
# The caches stay on the building machine; the program is copied out of them.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --release --locked --package parlor --features cluster \
    && install -m 755 target/release/parlor /usr/local/bin/parlor

FROM debian:${DEBIAN}-slim
RUN useradd --system --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin parlor \
    && install -d -o parlor -g parlor /data
COPY --from=build /usr/local/bin/parlor /usr/local/bin/parlor
COPY LICENSE LICENSE-MIT LICENSE-APACHE /usr/share/doc/parlor/
USER 10001:10001
VOLUME /data
EXPOSE 8000
# Asked by the shell itself: the image has no curl.
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s CMD ["bash", "-c", \
    "exec 3<>/dev/tcp/127.0.0.1/8000 && printf 'GET /health HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
ENTRYPOINT ["parlor"]
CMD ["serve", "--address", "0.0.0.0:8000", "--data", "/data"]
