//! Whole matches.

use parlor_arena::{Match, Pairing, Progress, run, solo};
use parlor_engines::{Limits, Settings, StopFlag};
use parlor_play::record::Reader;
use parlor_play::{Ending, Options, PlayerSpec, games};
use parlor_rules::{Player, Size};
use std::time::Duration;

pub(crate) fn random() -> PlayerSpec {
    "random".parse().unwrap()
}

pub(crate) fn pairing(game: &'static str, engines: [PlayerSpec; 2]) -> Pairing {
    Pairing {
        game,
        options: Options::default(),
        engines,
        limits: Limits::default(),
        margin: Duration::from_secs(1),
        htp_time: Duration::from_secs(60),
        settings: Settings { memory: 1 << 20, ..Settings::default() },
        max_plies: Some(60),
        opening_plies: 3,
        seed: 5,
        adjudicates: false,
    }
}

/// Plays a match and returns its records by game, and how it stood at the end.
fn play(spec: &Match, before: Progress) -> (Vec<Vec<String>>, Progress) {
    let mut games = Vec::new();
    let progress = run(spec, before, &StopFlag::default(), |game, _| {
        games.push((game.number, game.record.clone()));
        Ok(())
    })
    .unwrap();
    games.sort();
    (games.into_iter().map(|(_, record)| record).collect(), progress)
}

#[test]
fn every_game_for_two_has_matches_with_seats_exchanged() {
    for about in games().iter().map(|game| game.info()).filter(|about| about.players == 2) {
        let spec =
            Match { pairing: pairing(about.name, [random(), random()]), games: 6, threads: 2, sprt: None };
        spec.check().unwrap();
        let (records, progress) = play(&spec, Progress::default());
        assert_eq!((records.len(), progress.score.games()), (6, 6), "{}", about.name);
        let chosen: u64 = progress.times.iter().map(|times| times.moves).sum();
        let opening_moves = 3 * 6;
        assert_eq!(chosen, if cfg!(unix) { progress.plies - opening_moves } else { 0 }, "{}", about.name);
        for (number, record) in records.iter().enumerate() {
            let mut reader = Reader::default();
            record.iter().for_each(|line| drop(reader.read(line).unwrap()));
            let names = reader.table().unwrap().names().to_vec();
            let expected = if number % 2 == 0 { ["random#1", "random#2"] } else { ["random#2", "random#1"] };
            assert_eq!(names, expected);
        }
        let opening = |number: usize| records[number][1..4].to_vec();
        assert_eq!(opening(0), opening(1), "{}: a pair has one opening", about.name);
        assert!(opening(0) != opening(2) || opening(0) != opening(4), "{}: openings differ", about.name);
    }
}

#[test]
fn the_games_do_not_depend_on_the_number_of_threads() {
    let one = Match { pairing: pairing("hex", [random(), random()]), games: 10, threads: 1, sprt: None };
    let many = Match { threads: 4, ..one.clone() };
    assert_eq!(play(&one, Progress::default()).0, play(&many, Progress::default()).0);
}

#[test]
fn a_resumed_match_ends_like_one_that_was_never_stopped() {
    let whole =
        Match { pairing: pairing("classic", [random(), random()]), games: 20, threads: 2, sprt: None };
    let (records, straight) = play(&whole, Progress::default());
    let half: Vec<&str> = records.iter().step_by(3).flatten().map(String::as_str).collect();
    let before = whole.resume(half.into_iter()).unwrap();
    assert_eq!(before.score.games(), 7);
    let (rest, resumed) = play(&whole, before);
    assert_eq!(rest.len(), 13);
    let counts = |progress: &Progress| {
        (progress.score.wins, progress.score.draws, progress.score.losses, progress.plies)
    };
    assert_eq!(counts(&resumed), counts(&straight));
    assert_eq!(resumed.score.interval(), straight.score.interval());
}

#[test]
fn another_matchs_record_is_not_gone_on_with() {
    let spec = Match { pairing: pairing("classic", [random(), random()]), games: 2, threads: 1, sprt: None };
    let (records, _) = play(&spec, Progress::default());
    let lines: Vec<&str> = records.iter().flatten().map(String::as_str).collect();
    let other = Match { pairing: Pairing { seed: 6, ..spec.pairing.clone() }, ..spec };
    assert!(other.resume(lines.into_iter()).unwrap_err().to_string().contains("another match"));
}

#[test]
fn a_stopped_match_ends_with_what_there_is() {
    let spec =
        Match { pairing: pairing("hex", [random(), random()]), games: 1_000_000, threads: 2, sprt: None };
    let stop = StopFlag::default();
    let mut seen = 0;
    let progress = run(&spec, Progress::default(), &stop, |_, _| {
        seen += 1;
        if seen == 10 {
            stop.stop();
        }
        Ok(())
    })
    .unwrap();
    assert!((10..100).contains(&progress.score.games()), "{}", progress.score.games());
}

/// Plays a match with this test and returns what must not depend on the threads: the score, the faults, the plies and
/// the verdict.
fn play_test(spec: &Match, before: Progress) -> (Vec<Vec<String>>, String) {
    let (records, progress) = play(spec, before);
    let Progress { score, faults, plies, verdict, .. } = &progress;
    assert_eq!(progress.played.len() as u64, score.games() + progress.after_verdict.games());
    let results = (score.wins, score.draws, score.losses, score.pairs());
    (records, format!("{results:?} {faults:?} {plies} {verdict:?}"))
}

/// A medium that searches less, so that the games are quick and an opponent exists that it beats.
fn sequential(engines: [&str; 2], sprt: &str, threads: usize) -> Match {
    let engines = engines.map(|engine| engine.parse().unwrap());
    let pairing = Pairing { max_plies: None, seed: 3, ..pairing("classic", engines) };
    Match { pairing, games: 10_000, threads, sprt: Some(sprt.parse().unwrap()) }
}

#[test]
fn a_sequential_test_ends_a_match() {
    let (_, told) = play_test(&sequential(["random", "random"], "-400,-200", 2), Progress::default());
    assert!(told.ends_with("Some(Stronger)"), "{told}");
    let (_, told) = play_test(&sequential(["random", "random"], "200,400", 2), Progress::default());
    assert!(told.ends_with("Some(NotStronger)"), "{told}");
    let open = Match { games: 5, ..sequential(["random", "random"], "0,5", 2) };
    let (records, told) = play_test(&open, Progress::default());
    assert!(records.len() == 5 && told.ends_with("Some(Open)"), "{told}");
}

/// The bounds are close to the score, so that the games in progress at the verdict often contradict it.
#[test]
fn a_verdict_does_not_depend_on_threads_or_the_order_of_games() {
    for (engines, adjudicates) in [(["random:1n", "random:2n"], false), (["easy:20n", "random"], true)] {
        for seed in 0..6 {
            let with = |threads| {
                let mut spec = sequential(engines, if adjudicates { "100,300" } else { "-20,60" }, threads);
                (spec.pairing.seed, spec.pairing.adjudicates) = (seed, adjudicates);
                spec
            };
            let (records, alone) = play_test(&with(1), Progress::default());
            assert!(!alone.ends_with("Some(Open)"), "{alone}");
            for threads in [2, 5] {
                assert_eq!(play_test(&with(threads), Progress::default()).1, alone, "{threads} threads");
            }
            // Continued from a record with holes in any order, with all games and with those after the verdict.
            let (mut all, _) = play_test(&with(5), Progress::default());
            all.reverse();
            let holes: Vec<&Vec<String>> =
                records.iter().step_by(3).chain(records.iter().skip(1).step_by(3)).collect();
            for record in [holes, records.iter().collect(), all.iter().collect()] {
                let before = with(2).resume(record.into_iter().flatten().map(String::as_str)).unwrap();
                assert_eq!(play_test(&with(2), before).1, alone, "resumed");
            }
        }
    }
}

#[test]
fn a_game_for_one_is_compared_seed_by_seed() {
    let options = Options { size: Some(Size::new(3, 3)), target: Some(16), ..Options::default() };
    let spec = Pairing { options, max_plies: None, ..pairing("1024", [random(), random()]) };
    let mut records = 0;
    let engines = vec![random(), "random:5n".parse().unwrap()];
    let spec = solo::Comparison { pairing: spec, engines, seeds: 30, threads: 2 };
    let mut half = Vec::new();
    let lines = solo::run(&spec, Vec::new(), &StopFlag::default(), |run, done| {
        let mut reader = Reader::default();
        run.record.iter().for_each(|line| drop(reader.read(line).unwrap()));
        records += 1;
        assert_eq!(records, done);
        if done <= 30 {
            half.extend(run.record.clone());
        }
        Ok(())
    })
    .unwrap();
    assert_eq!(records, 60);
    // Gone on with from half of its record, it comes to the same.
    let before = spec.resume(half.iter().map(String::as_str)).unwrap();
    assert_eq!(before.len(), 30);
    let mut more = 0;
    let again = solo::run(&spec, before, &StopFlag::default(), |_, _| {
        more += 1;
        Ok(())
    })
    .unwrap();
    // But for how fast it was.
    let without_speed = |lines: &[solo::Line]| -> Vec<String> {
        lines
            .iter()
            .map(|line| {
                format!(
                    "{:?}",
                    solo::Line { moves_per_second: None, moves_per_cpu_second: None, ..line.clone() }
                )
            })
            .collect()
    };
    assert_eq!((more, without_speed(&again)), (30, without_speed(&lines)));
    let others = solo::Comparison { engines: vec!["random:7n".parse().unwrap()], ..spec };
    assert!(others.resume(half.iter().map(String::as_str)).is_err());
    assert_eq!(lines[0].games, 30);
    assert_eq!(lines[0].highest, lines[1].highest, "the same player and seeds give the same games");
    assert!(lines[0].win_rate.low < lines[0].win_rate.value);
}

#[test]
fn a_lost_player_resigns_where_matches_are_adjudicated() {
    let options = Options { size: Some(Size::new(3, 3)), ..Options::default() };
    let perfect: PlayerSpec = "perfect".parse().unwrap();
    let spec = |engines, adjudicates| Match {
        pairing: Pairing {
            options: options.clone(),
            opening_plies: 1,
            adjudicates,
            ..pairing("hex", engines)
        },
        games: 8,
        threads: 1,
        sprt: None,
    };
    // Perfect players win what is won, so an end by resignation comes to the same.
    let both = || [perfect.clone(), perfect.clone()];
    let (whole_records, whole) = play(&spec(both(), false), Progress::default());
    assert!(!whole_records.concat().concat().contains("resign"));
    let (records, short) = play(&spec(both(), true), Progress::default());
    assert!(records.iter().all(|record| record.concat().contains("resigned")), "{records:?}");
    assert_eq!(winners(&records), winners(&whole_records));
    assert!(short.plies < whole.plies, "{} {}", short.plies, whole.plies);
    // An engine that proves nothing settles nothing.
    let (records, _) = play(&spec([random(), random()], true), Progress::default());
    assert!(!records.concat().concat().contains("resign"));
}

/// Returns the winner of each game.
fn winners(records: &[Vec<String>]) -> Vec<Option<Player>> {
    let winner = |record: &Vec<String>| {
        let mut reader = Reader::default();
        record.iter().for_each(|line| drop(reader.read(line).unwrap()));
        reader.table().unwrap().ending().and_then(Ending::winner)
    };
    records.iter().map(winner).collect()
}
