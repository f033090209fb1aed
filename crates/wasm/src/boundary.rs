//! The exports and imports of the WebAssembly module.
//!
//! A request is written into the buffer that `input(length)` returns, a file that goes with it into that of
//! `attachment(length)`. `call()` answers the request, and returns the length of the reply, which begins at `reply()`.

use crate::{Api, Host};
use std::cell::RefCell;
use std::time::Duration;

#[link(wasm_import_module = "parlor")]
#[allow(unsafe_code)]
unsafe extern "C" {
    /// Returns the milliseconds since some fixed time.
    safe fn now() -> f64;
    /// Takes a report, as JSON in UTF-8.
    fn report(text: *const u8, length: usize);
    /// Takes the message of a panic, right before the module traps.
    fn failed(text: *const u8, length: usize);
}

#[derive(Default)]
struct Module {
    api: Api,
    input: Vec<u8>,
    attached: Vec<u8>,
    reply: String,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

/// The worker that runs the module.
struct Worker;

impl Host for Worker {
    fn now(&self) -> f64 {
        now()
    }

    #[allow(unsafe_code)]
    fn report(&self, json: &str) {
        // SAFETY: the worker reads this many bytes and keeps no reference to them.
        unsafe { report(json.as_ptr(), json.len()) }
    }
}

fn clock() -> Duration {
    Duration::try_from_secs_f64(now() / 1_000.0).unwrap_or_default()
}

#[allow(unsafe_code)]
fn report_panic(panic: &std::panic::PanicHookInfo<'_>) {
    let message = panic.to_string();
    // SAFETY: the worker reads this many bytes and keeps no reference to them.
    unsafe { failed(message.as_ptr(), message.len()) }
}

/// Prepares the module: called once, before everything else.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
extern "C" fn start() {
    parlor_engines::lend_clock(clock);
    std::panic::set_hook(Box::new(report_panic));
}

/// Returns where to write a request of this many bytes.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
extern "C" fn input(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        module.input = vec![0; length];
        module.input.as_mut_ptr()
    })
}

/// Returns where to write a file of this many bytes that goes with the next request.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
extern "C" fn attachment(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        module.attached = vec![0; length];
        module.attached.as_mut_ptr()
    })
}

/// Answers the request, and returns how many bytes the reply has.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
extern "C" fn call() -> usize {
    MODULE.with_borrow_mut(|module| {
        let (input, attached) = (std::mem::take(&mut module.input), std::mem::take(&mut module.attached));
        module.reply = module.api.call(&String::from_utf8_lossy(&input), attached, &Worker);
        module.reply.len()
    })
}

/// Returns where the reply begins.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
extern "C" fn reply() -> *const u8 {
    MODULE.with_borrow(|module| module.reply.as_ptr())
}
