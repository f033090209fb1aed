//! The imports that a newcomer writes: everything at once, and no name is ambiguous.

use parlor_rules::drop::classic::prelude::*;
use parlor_rules::drop::growing::prelude::*;
use parlor_rules::drop::shapes::prelude::*;
use parlor_rules::drop::super_::prelude::*;
use parlor_rules::hex::prelude::*;
use parlor_rules::tiles::prelude::*;
use parlor_rules::*;

#[test]
fn every_name_of_every_prelude_means_one_thing() {
    fn is_position<P: Position>() -> &'static str {
        std::any::type_name::<P>()
    }
    let positions = [
        is_position::<ShapesPosition>(),
        is_position::<GrowingPosition>(),
        is_position::<ClassicPosition>(),
        is_position::<SuperPosition>(),
        is_position::<HexPosition>(),
        is_position::<TilesPosition>(),
    ];
    assert!((0..6).all(|index| !positions[..index].contains(&positions[index])));
    let boards = (
        ShapesBoard::default(),
        GrowingBoard::new(Tokens::default()),
        Grid::default(),
        HexBoard::default(),
        Panel::default(),
    );
    assert_eq!((boards.0.bins(), boards.1.rows(), boards.2.rows()), (6, 5, 6));
    assert_eq!((boards.3.side(), boards.4.rows()), (11, 4));
    let moves: [&dyn std::fmt::Display; 4] = [
        &Column(3),
        &GrowingMove { player: Player::One, column: 0 },
        &HexMove::Place(Cell::new(3, 5)),
        &TilesMove::Press(Direction::Up),
    ];
    assert_eq!(moves.map(ToString::to_string), ["3", "p1:0", "F3", "U"]);
    let bad: (Option<BadBins>, Option<BadTokens>, Option<BadPanel>, Option<BadSize>) =
        (None, None, None, None);
    assert_eq!(bad, (None, None, None, None));
    assert_eq!((Order::Free, Turn::Chance, Solo::Won), (Order::Free, Turn::Chance, Solo::Won));
    assert_eq!(Shape::from_value(1).map(|shape| SYMBOLS[usize::from(shape.value())]), Some(SYMBOLS[1]));
    assert_eq!((COLORS, DISCS), (["red", "blue"], ['O', 'X']));
    assert_eq!((letter(Player::One), column_letter(5)), ('O', 'F'));
    let (cascade, press): (Option<Cascade>, Option<Press>) = (None, None);
    assert!(cascade.is_none() && press.is_none());
    let (slide, search, fall): (Option<Slide>, Option<Search>, Option<Fall>) = (None, None, None);
    assert!(slide.is_none() && search.is_none() && fall.is_none());
    assert_eq!(Size::new(6, 7).to_string(), "6x7");
    assert_eq!(SplitMix64::new(1).below(1), 0);
    assert_eq!(Outcome::Win(Player::Two).winner(), Some(Player::Two));
    assert_eq!(IllegalMove::GameOver.to_string(), "the game is over");
    assert_eq!(
        (perft(&mut ClassicPosition::default(), 1), Setup::clone(&HexPosition::default().setup()).count(0)),
        (7, 121)
    );
}

/// No trait is imported here: the methods are the games' own.
mod without_traits {
    use parlor_rules::Player as Side;
    use parlor_rules::drop::classic::{Game, Grid, Player, Status};
    use parlor_rules::drop::super_;

    #[test]
    fn games_have_their_methods() {
        let mut game = Game::new();
        let mut scoring = super_::Game::new();
        for (seat, name) in Side::BOTH.into_iter().zip(["Ann", "Bob"]) {
            game.set_player(seat, Player::new(name));
            scoring.set_player(seat, Player::new(name));
        }
        assert!(game.set_grid(Grid::default()) && scoring.set_grid(Grid::default()));
        assert!(game.play_turn(3) && scoring.play_turn(3));
        assert_eq!((game.status(), scoring.status()), (Status::InProgress, Status::InProgress));
        assert_eq!((game.next_player(), game.winner()), (game.player(Side::Two), None));
        assert_eq!((game.next_seat(), scoring.winning_seat()), (Some(Side::Two), None));
        game.restart();
        assert_eq!(game.remove_player(Side::One).map(|ann| ann.wins()), Some(0));
        assert_eq!((game.status(), game.grid()), (Status::Invalid, Some(&Grid::default())));
    }

    #[test]
    fn a_super_game_stands_in_for_a_classic_one() {
        use parlor_rules::drop::classic::ConnectFour;
        let games: [Box<dyn ConnectFour>; 2] = [Box::new(Game::new()), Box::new(super_::Game::new())];
        for mut game in games {
            game.set_player(Side::One, Player::new("Ann"));
            game.set_player(Side::Two, Player::new("Bob"));
            assert!(game.set_grid(Grid::default()) && game.play_turn(6));
            assert_eq!(game.next_player().map(Player::name), Some("Bob"));
            assert_eq!(game.remove_player(Side::Two).as_ref().map(Player::name), Some("Bob"));
            assert_eq!((game.winner(), game.winning_seat()), (None, None));
        }
    }
}
