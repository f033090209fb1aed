//! Programs that misbehave: each run ends, with everything that was started.

use parlor_check::sandbox::{End, Limits, ResolvedCommand, Run, Sandbox, Variable, resolve};
use std::time::Duration;

fn run(script: &str, input: &str, limits: Limits) -> Run {
    let supervisor = [env!("CARGO_BIN_EXE_parlor-sandbox").to_string()];
    let mut sandbox = Sandbox::start(&supervisor).unwrap();
    let command = resolve(&["sh".into(), "-c".into(), script.into()]).unwrap();
    sandbox.run(&command.job(input.into(), limits)).unwrap()
}

fn short() -> Limits {
    Limits { time: Duration::from_millis(300), ..Limits::default() }
}

#[test]
fn a_program_reads_its_input_and_ends() {
    let run = run("cat; echo oops >&2; exit 3", "3 2 4\n", Limits::default());
    assert_eq!((run.end, run.stdout, run.stderr), (End::Exited(3), b"3 2 4\n".to_vec(), b"oops\n".to_vec()));
}

#[test]
fn a_sleeper_is_ended() {
    assert_eq!(run("sleep 60", "", short()).end, End::OutOfTime);
}

#[test]
fn a_babbler_is_ended() {
    let run = run("yes", "", Limits { output: 1 << 16, ..Limits::default() });
    assert_eq!((run.end, run.stdout.len()), (End::TooMuchOutput, 1 << 16));
}

#[test]
fn input_that_nobody_reads_does_not_matter() {
    let input = "3 ".repeat(1 << 20);
    assert_eq!(run("exit 0", &input, Limits::default()).end, End::Exited(0));
    assert_eq!(run("head -c 10; exit 0", &input, Limits::default()).end, End::Exited(0));
}

#[test]
fn a_program_that_closes_its_output_runs_on() {
    assert_eq!(run("exec 1>&- 2>&-; sleep 0.05; exit 4", "", Limits::default()).end, End::Exited(4));
}

#[test]
fn a_signal_is_reported() {
    assert_eq!(run("kill -SEGV $$", "", Limits::default()).end, End::Signaled(11));
}

#[test]
fn a_program_that_ends_its_supervisor_is_ended_and_the_next_one_runs() {
    let supervisor = [env!("CARGO_BIN_EXE_parlor-sandbox").to_string()];
    let mut sandbox = Sandbox::start(&supervisor).unwrap();
    let mut run = |script: &str| {
        let command = resolve(&["sh".into(), "-c".into(), script.into()]).unwrap();
        sandbox.run(&command.job(Vec::new(), Limits::default())).unwrap()
    };
    assert_eq!(run("kill -KILL $PPID; sleep 6543210").end, End::KilledSupervisor);
    assert_eq!(run("echo on").stdout, b"on\n");
    #[cfg(target_os = "linux")]
    for _ in 0..6_000 {
        if !is_running("6543210") {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    #[cfg(target_os = "linux")]
    panic!("the program still runs");
}

/// Whether a process runs that has this marker in its arguments.
#[cfg(target_os = "linux")]
fn is_running(marker: &str) -> bool {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let mut lines = processes.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.any(|line| String::from_utf8_lossy(&line).contains(marker))
}

#[cfg(target_os = "linux")]
#[test]
fn what_leaves_its_group_is_ended_too() {
    // Twice forked, in a session of its own, without the environment and with the output held open.
    let script = "(setsid env -i sh -c '(sleep 7531.5 & sleep 7531.5) & sleep 7531.5' &) ; echo on";
    let run = run(script, "", Limits::default());
    assert_eq!((run.end, run.stdout), (End::Exited(0), b"on\n".to_vec()));
    assert!(!is_running("7531.5"), "something lives on");
}

#[cfg(target_os = "linux")]
#[test]
fn a_fork_bomb_is_ended() {
    // At most 1,000 processes, should the test fail.
    let bomb = "bomb() { [ $1 = 0 ] || { bomb $(($1 - 1)) & bomb $(($1 - 1)) & sleep 7532.5; }; }; bomb 8";
    let run = run(bomb, "", Limits::default());
    assert_eq!(run.end, End::TooManyProcesses);
    assert!(!is_running("7532.5"), "something lives on");
}

#[cfg(target_os = "linux")]
#[test]
fn memory_of_all_descendants_counts() {
    let hog = "python3 -c 'import time; held = bytearray(300 << 20); time.sleep(60)' & wait";
    let run = run(hog, "", Limits { time: Duration::from_secs(10), memory: 100 << 20, ..Limits::default() });
    assert_eq!(run.end, End::OutOfMemory);
    assert!(run.peak_memory > 100 << 20);
}

#[test]
fn the_folder_is_empty() {
    assert_eq!(run("ls -A | wc -l | tr -d ' '", "", Limits::default()).stdout, b"0\n");
}

#[test]
fn the_environment_is_small_and_always_the_same() {
    let supervisor = [env!("CARGO_BIN_EXE_parlor-sandbox").to_string()];
    let mut sandbox = Sandbox::start(&supervisor).unwrap();
    let mut command = resolve(&["env".into()]).unwrap();
    let mut environment = |command: &ResolvedCommand| -> Vec<(String, String)> {
        let run = sandbox.run(&command.job(Vec::new(), Limits::default())).unwrap();
        let text = String::from_utf8(run.stdout).unwrap();
        let mut all: Vec<_> = text.lines().filter_map(|line| line.split_once('=')).collect();
        all.sort_unstable();
        all.into_iter().map(|(name, value)| (name.into(), value.into())).collect()
    };
    // The test itself has many more variables, such as those of Cargo.
    let usual = environment(&command);
    let names: Vec<&str> = usual.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["HOME", "LANG", "PATH", "TERM", "TMPDIR"]);
    assert_eq!((usual[0].1.as_str(), usual[1].1.as_str()), (usual[4].1.as_str(), "C.UTF-8"));
    assert_eq!(Some(&usual[2].1), std::env::var("PATH").ok().as_ref());
    command.variables =
        ["SEED=7", "LANG=C", "CARGO_MANIFEST_DIR"].map(|text| Variable::parse(text).unwrap()).to_vec();
    let more = environment(&command);
    let value = |name: &str| more.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    assert_eq!((more.len(), value("SEED"), value("LANG")), (7, Some("7"), Some("C")));
    assert_eq!(value("CARGO_MANIFEST_DIR"), Some(env!("CARGO_MANIFEST_DIR")));
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_can_be_ended_from_another_thread() {
    let supervisor = [env!("CARGO_BIN_EXE_parlor-sandbox").to_string()];
    let mut sandbox = Sandbox::start(&supervisor).unwrap();
    let cancel = sandbox.canceler();
    let watching = std::thread::spawn(move || {
        while !is_running("8642.5") {
            std::thread::sleep(Duration::from_millis(1));
        }
        cancel.cancel();
    });
    let command = resolve(&["sleep".into(), "8642.5".into()]).unwrap();
    let limits = Limits { time: Duration::from_secs(3_600), ..Limits::default() };
    let run = sandbox.run(&command.job(Vec::new(), limits)).unwrap();
    watching.join().unwrap();
    assert_eq!(run.end, End::OutOfTime);
    assert!(!is_running("8642.5"));
    assert!(sandbox.run(&command.job(Vec::new(), limits)).is_err(), "it runs nothing any more");
}

#[test]
fn one_supervisor_runs_many_programs() {
    let supervisor = [env!("CARGO_BIN_EXE_parlor-sandbox").to_string()];
    let mut sandbox = Sandbox::start(&supervisor).unwrap();
    let command = resolve(&["cat".into()]).unwrap();
    for number in 0..20 {
        let input = format!("{number}\n").into_bytes();
        let run = sandbox.run(&command.job(input.clone(), Limits::default())).unwrap();
        assert_eq!((run.end, run.stdout), (End::Exited(0), input));
    }
}

#[test]
fn a_program_that_cannot_be_started() {
    assert!(resolve(&[]).is_err());
    let reason = |program: &str| resolve(&[program.into()]).unwrap_err().to_string();
    assert_eq!(reason("./none"), "cannot start ./none: there is no such file");
    assert_eq!(reason("src"), "cannot start src: it is in no folder of PATH");
    assert!(reason("./Cargo.toml").contains("it is not executable"));
    assert!(reason("Cargo.toml").contains("write ./Cargo.toml"));
    let resolved = resolve(&["sh".into(), "Cargo.toml".into(), "3x3".into(), "src:.".into()]).unwrap();
    let here = std::env::current_dir().unwrap();
    let at = |path: &str| here.join(path).to_string_lossy().into_owned();
    assert_eq!(resolved.arguments, [at("Cargo.toml"), "3x3".into(), format!("{}:{}", at("src"), at("."))]);
}
