// Made from the server's OpenAPI description by `npm run generate`: change the Rust types instead.

/** An arrow or mark on a board. */
export type BoardMark = {
  /** Its color, 0 to 3. */
  color?: number;
  /** The cell it is on or begins at, as row and column from the top left. */
  from: number[];
  /** The cell an arrow points to. */
  to?: number[] | null;
};

/** The games that can be played here, and the server's limits. */
export type Catalogue = {
  /** The game to begin with. */
  default_game: string;
  /** The games. */
  games: CatalogueGame[];
  /** The server's limits. */
  limits: PublicLimits;
};

/** An engine in the catalogue. */
export type CatalogueEngine = {
  /** A description in one line. */
  about: string;
  /** Whether it can play on the usual board: one that solves may need a smaller one. */
  fits_default: boolean;
  /** The name that requests use. */
  name: string;
  /** Whether it can be given a limit after a colon: `2s`, `100ms`, `10000n`. */
  takes_limits: boolean;
};

/** A game in the catalogue. */
export type CatalogueGame = {
  /** The names of its options. */
  choices: string[];
  /** What a column is called. */
  column: string;
  /** The defaults of its options. */
  defaults: Defaults;
  /** Its engines. */
  engines: CatalogueEngine[];
  /** The formats of other programs in which its games can be downloaded or opened. */
  exports: ExportFormat[];
  /** Whether the board grows: a move may open a column to the right of the last one. */
  grows: boolean;
  /** How the cells lie. */
  layout: Layout;
  /** How moves are written. */
  moves: string;
  /** The name that requests use. */
  name: string;
  /** The names of the sides. */
  names: string[];
  /** How its cells lie and are written, its own way first; none where cells have no names. */
  notations: CellNotation[];
  /** What is on the cells. */
  pieces: PieceKind;
  /** The number of players. */
  players: number;
  /** Whether points decide the game and are shown while it is played. */
  points: boolean;
  /** How it is played, in a few sentences. */
  rules: string;
  /** What rows and columns are called where a size is chosen; one word where the board is square. */
  size_labels: string[];
  /** A description in one line. */
  summary: string;
  /** A description in a few words. */
  tagline: string;
  /** A position to draw small. */
  thumbnail: CatalogueThumbnail;
  /** The name for people. */
  title: string;
  /** What the values of its moves count. */
  values: ValueUnit;
};

/** A position to draw small. */
export type CatalogueThumbnail = {
  /** What the cells hold, as in a view. */
  cells: number[][];
  /** The cells that are marked. */
  line: number[][];
};

/** A way to lay out a board and to write its cells: a letter for the column and a number for the row. */
export type CellNotation = {
  /** Whether letters are capitals. */
  capitals: boolean;
  /** The number of the first row. */
  first_row: number;
  /** What it is called where it is chosen. */
  label: string;
  /** The name by which it is chosen. */
  name: string;
  /** Whether rows and columns are exchanged, of the whole board. */
  transposed: boolean;
  /** Which sides each player joins, in words. */
  ways: string[];
};

/** A command as a client sends it, over the socket or over HTTP. */
export type ClientCommand = {
  /** The id of a command that this one was given behind, before its answer came: then `expects` does not count, and
   * this one is carried out if nothing has happened since that one but what it led to by itself. */
  after?: string | null;
  /** What to do. */
  do: CommandKind;
  /** Whether to carry it out also if the command that `after` names was a move that can't be made: a press of 1024 that
   * changes nothing keeps none of those behind it from being made. */
  even_if_illegal?: boolean;
  /** The `seq` of the last message the client saw. */
  expects: number;
  /** A text that no other command of this guest in this game has. A command that is sent twice is carried out once; a
   * different command with the same id is refused. */
  id: string;
  /** The move as text, for `move`. */
  move?: string | null;
};

/** The players' clocks, in milliseconds. */
export type ClockState = {
  /** The server's time, in milliseconds since 1970. */
  at: number;
  /** What each has left, as of `at`. */
  left: number[];
  /** The player whose clock runs, 1 or 2. */
  running: number | null;
};

/** What a player can do. */
export type CommandKind =
  | "move"
  | "undo"
  | "redo"
  | "cancel"
  | "resign"
  | "draw"
  | "rematch"
  | "accept"
  | "decline"
  | "withdraw"
  | "continue"
  | "leave";

/** The answer to a command that was carried out, now or before. */
export type CommandReply = {
  /** The length of the game's log after the command. */
  seq: number;
};

/** A request for a new game. */
export type CreateGame = {
  clock?: TimeControl | null;
  /** Which game: `classic`, `hex`, ... */
  game: string;
  /** The options; what is left out has the game's default. */
  options?: Options;
  /** Player 1's seat first: `me`, `friend`, or an engine as on the command line. */
  seats: string[];
};

/** A game that was created. */
export type CreatedGame = {
  /** The game's id: its page is at `/g/` and this. */
  id: string;
};

/** The defaults of a game's options. */
export type Defaults = {
  /** Rows by columns. */
  size: string;
  /** The tile to reach, in games that have one. */
  target: number | null;
};

/** The secret of a board that ends. */
export type EndBoard = {
  /** The secret that was given out with the id. */
  secret: string;
};

/** How a game ended: `{"won": 1}`, `"drawn"`, ... */
export type Ending =
  | {
      /** This player won on the board. */
      won: number;
    }
  | "drawn"
  | "reached"
  | "stuck"
  | {
      /** This player resigned. */
      resigned: number;
    }
  | {
      /** This player's program broke the rules of the match. */
      forfeited: number;
    }
  | {
      /** This player's time ran out. */
      time: number;
    }
  | "agreed"
  | "move_limit"
  | "canceled";

/** The body of every error. */
export type ErrorBody = {
  /** What went wrong, as a sentence without a full stop. */
  error: string;
};

/** A format of other programs in which games can be written. */
export type ExportFormat = "sgf" | "hexworld";

/** What followers get: the whole board after every change. */
export type FollowedBoard = {
  /** What is shown. */
  board: Presented;
  /** How many follow. */
  followers: number;
  /** Counts the changes. */
  seq: number;
};

/** Everything a client needs to show a game. */
export type GameSnapshot = {
  /** What each seat can do now. */
  can: CommandKind[][];
  clock: ClockState | null;
  ending: Ending | null;
  /** Which game is played: `classic`, `hex`, ... */
  game: string;
  /** The public id of the guest who created the game. */
  host: string;
  /** The game's id. */
  id: string;
  /** What the last move did. */
  last: Step[];
  offer: PendingOffer | null;
  /** The options that were chosen. */
  options: Options;
  /** The round, from 1: each rematch begins another. */
  round: number;
  /** The seats, player 1's first. */
  seats: Seat[];
  /** The length of the game's log. */
  seq: number;
  /** Whose turn it is or how the game ended, in words. */
  status_text: string;
  /** The player to move, 1 or 2; null when nobody is. */
  turn: number | null;
  /** The board. */
  view: View;
  /** Rounds won so far, by seat. */
  wins: number[];
};

/** How far a player of 1024 is. */
export type Goal = {
  /** The largest tile made by merging so far. */
  max: number;
  /** The tile to reach. */
  target: number;
};

/** How the cells of a board lie. */
export type Layout = "columns" | "diamond" | "panel";

/** The guest behind a browser. */
export type Me = {
  /** The public id. */
  id: string;
  /** The name. */
  name: string;
};

/** Where a move is made, and how it is written. */
export type MoveTarget =
  | {
      /** Anywhere on a column, counted from the left. */
      column: number;
    }
  | {
      /** On a cell, as row and column from the top left. */
      cell: number[];
    }
  | {
      /** An arrow: `up`, `down`, `left`, `right`. */
      arrow: string;
    }
  | {
      /** A button with a word on it. */
      button: string;
    };

/** A change to the list of moves. */
export type Moves = {
  /** The moves that follow them. */
  add: string[];
  /** How many of the moves before are still there, if not all. */
  keep?: number;
};

/** What can be offered to the other player. */
export type Offer = "draw" | "undo" | "rematch";

/** A board that was opened to be followed. */
export type OpenedBoard = {
  /** Its id: it is followed at `/follow/` and this. */
  id: string;
  /** The secret of whoever presents on it. */
  secret: string;
};

/** What was chosen; what is left open takes the game's default. */
export type Options = {
  /** Growing's free board: either player places at any time, anywhere. */
  free?: boolean;
  /** A press of 1024 that changes nothing is a move. */
  idle_spawns?: boolean;
  /** Rows by columns (capacity by bins in shapes; hex is square). */
  size?: string | null;
  /** The swap rule of hex. */
  swap?: boolean;
  /** The tile to reach in 1024. */
  target?: number | null;
  /** Player one's token, player two's, and the blank, in growing. */
  tokens?: string[] | null;
};

/** A game in the guest's list. */
export type OwnGame = {
  ending: Ending | null;
  /** Which game is played: `classic`, `hex`, ... */
  game: string;
  /** The game's id. */
  id: string;
  /** The players that the guest plays: 1, 2, both or none. */
  mine: number[];
  /** The players' names. */
  names: string[];
  /** The options that were chosen. */
  options: Options;
  /** Whether it is over. */
  over: boolean;
  /** Rows by columns, as they are now. */
  size: string;
  /** Whose turn it is or how the game ended, in words. */
  status_text: string;
  /** The tile to reach, in games that have one. */
  target: number | null;
  /** The player to move, 1 or 2; null when nobody is. */
  turn: number | null;
  /** When it last changed, in milliseconds since 1970. */
  updated: number;
};

/** An offer that waits for an answer. */
export type PendingOffer = {
  /** The player who made it, 1 or 2. */
  by: number;
  /** What is offered. */
  what: Offer;
};

/** What stands on the cells of a board. */
export type PieceKind = "disc" | "shape" | "token" | "stone" | "tile";

/** A position of a round. */
export type PositionAt = {
  /** How many moves have been made. */
  at: number;
  /** The player who made it, 1 or 2; null for chance. */
  by: number | null;
  /** The move that led here. */
  move: string | null;
  /** How many moves the round has. */
  of: number;
  /** The length of the game's log. */
  seq: number;
  /** Whose turn it is or how the game ended, in words. */
  status_text: string;
  /** What the move did. */
  steps: Step[];
  /** The board. */
  view: View;
};

/** What a presenter shows, with the secret. */
export type PresentBoard = {
  /** What to show. */
  board: Presented;
  /** The secret that was given out with the id. */
  secret: string;
};

/** A guest who is connected to a game. */
export type PresentGuest = {
  /** The public id. */
  guest: string;
  /** The name. */
  name: string;
};

/** What a presenter shows. */
export type Presented = {
  /** The position, as the fragment of an analysis' address. */
  fragment: string;
  /** The arrows and marks on the board. */
  marks?: BoardMark[];
};

/** The limits that forms should know. */
export type PublicLimits = {
  /** The cells of a board. */
  cells: number;
  /** The time an engine may think about a move, in milliseconds. */
  engine_time: number;
  /** The length of a name, in characters. */
  name: number;
};

/** A request for another name. */
export type Rename = {
  /** The name. */
  name: string;
};

/** The moves of a round. */
export type Round = {
  /** The moves, those of chance too. */
  moves: string[];
  /** The round, from 1. */
  round: number;
  /** How many rounds there are. */
  rounds: number;
};

/** A seat. */
export type Seat = {
  /** The guest's public id. */
  guest: string | null;
  /** What kind of occupant it has. */
  kind: SeatKind;
  /** An engine's limit for each move, if one was chosen: `2000ms`, `500n`. */
  limit: string | null;
  /** The guest's or engine's name. */
  name: string | null;
};

/** What kind of occupant a seat has. */
export type SeatKind = "guest" | "open" | "engine";

/** A message to the client. */
export type ServerMessage =
  | {
      /** The moves of the round; null if the missed updates follow instead. */
      moves: string[] | null;
      /** The length of the game's log. */
      seq: number;
      snapshot: GameSnapshot | null;
      type: "hello";
      /** The client's public id. */
      you: string;
    }
  | {
      /** The player who sent it, 1 or 2, by the seats before it: ids of different guests may be the same. */
      by?: number;
      /** What has changed in the snapshot. */
      change: SnapshotChange;
      /** The id of the command that did it, if it was one: it is on disk. */
      command?: string;
      /** The length of the log before it: a client that has not seen exactly that much connects again. */
      from: number;
      /** How the list of moves has changed, if it has. */
      moves?: Moves;
      /** The length of the game's log. */
      seq: number;
      /** What happened on the board, to be shown in this order. */
      steps?: Step[];
      type: "update";
    }
  | {
      /** The moves of the round. */
      moves: string[];
      /** The length of the game's log. */
      seq: number;
      /** The game. */
      snapshot: GameSnapshot;
      type: "snapshot";
    }
  | {
      /** The command's id. */
      command: string;
      /** The length of the game's log after the command. */
      seq: number;
      type: "done";
    }
  | {
      /** The command's id; null if it could not be read. */
      command: string | null;
      /** Why. */
      error: string;
      /** The length of the game's log. */
      seq: number;
      /** Whether the game has changed since what the command expects: the missed updates are on their way. */
      stale: boolean;
      type: "refused";
    }
  | {
      /** How many games are served until it is this one's turn, 1 for the next; null when it does not wait any more. */
      place: number | null;
      /** The length of the game's log. */
      seq: number;
      type: "queue";
    }
  | {
      /** How many guests are connected, listed or not. */
      count: number;
      /** Each guest once: the players, and as many spectators as are listed. */
      guests: PresentGuest[];
      /** The length of the game's log. */
      seq: number;
      type: "presence";
    }
  | {
      /** The guests who are listed from now on, or have another name. */
      arrived?: PresentGuest[];
      /** How many guests are connected, listed or not. */
      count: number;
      /** The public ids of the guests who are no longer listed. */
      left?: string[];
      /** The length of the game's log. */
      seq: number;
      type: "presence_change";
    };

/** A tile that slid. */
export type Slide = {
  /** Where it was. */
  from: number[];
  /** Whether it merged into another. */
  merged: boolean;
  /** Where it is, or where it merged into another. */
  to: number[];
  /** Its value before. */
  value: number;
};

/** The fields of a snapshot that are different, with their new values; null is a value. */
export type SnapshotChange = {
  /** What each seat can do now. */
  can?: CommandKind[][];
  /** The clock, in every update of a timed game. */
  clock?: ClockState;
  ending?: Ending | null;
  /** What the last move did, if that is not the update's `steps`; without steps, if it is different. */
  last?: Step[];
  offer?: PendingOffer | null;
  /** The round. */
  round?: number;
  /** All seats. */
  seats?: Seat[];
  /** Whose turn it is or how the game ended, in words. */
  status_text?: string;
  /** The player to move. */
  turn?: number | null;
  /** What is different about the board. */
  view?: ViewChange;
  /** Rounds won so far, by seat. */
  wins?: number[];
};

/** How far a game is, as far as the board can tell. */
export type Status = "in progress" | "won" | "drawn" | "lost";

/** One phase of what the last event did, in the order to show them. Everything within a phase happens at once.
 *
 * Cells are rows and columns from the top left of the board after the event. */
export type Step =
  | {
      /** The board has become this large: rows, columns. */
      grow: number[];
    }
  | {
      /** A disc falls from above into a cell. */
      drop: {
        /** Where it comes to rest. */
        cell: number[];
        /** Whose. */
        player: number;
      };
    }
  | {
      /** A stone is placed. */
      place: {
        /** Where. */
        cell: number[];
        /** Whose. */
        player: number;
      };
    }
  | {
      /** The first stone changes hands and place. */
      swap: {
        /** Where it was. */
        from: number[];
        /** Whose it has become. */
        player: number;
        /** Where it is. */
        to: number[];
      };
    }
  | {
      /** A line or chain is marked. */
      mark: number[][];
    }
  | {
      /** These players get a point. */
      score: number[];
    }
  | {
      /** Discs vanish. */
      vanish: number[][];
    }
  | {
      /** Discs fall down their columns: from, to. */
      fall: number[][][];
    }
  | {
      /** Tiles slide, and some merge. */
      slide: Slide[];
    }
  | {
      /** A tile appears. */
      appear: {
        /** Where. */
        cell: number[];
        /** Its value. */
        value: number;
      };
    };

/** A change to a list of move targets. */
export type TargetsChange = {
  /** Where, in the list as the change before has left it; left out for its beginning. */
  at?: number;
  /** What to insert there instead. */
  insert?: Array<
    [
      (
        | {
            /** Anywhere on a column, counted from the left. */
            column: number;
          }
        | {
            /** On a cell, as row and column from the top left. */
            cell: number[];
          }
        | {
            /** An arrow: `up`, `down`, `left`, `right`. */
            arrow: string;
          }
        | {
            /** A button with a word on it. */
            button: string;
          }
      ),
      string,
    ]
  >;
  /** How many to remove there. */
  remove: number;
};

/** How much time the players have. */
export type TimeControl = {
  /** Milliseconds more for each move. */
  increment?: number;
  /** Milliseconds at the start. */
  initial: number;
};

/** What the value of a move counts. */
export type ValueUnit = "solver_score" | "points" | "win_chance";

/** Everything a front end needs to draw a game as it stands. */
export type View = {
  /** Top row first: 0 empty, 1 and 2 the players, or the tiles' values. */
  cells: number[][];
  /** Columns of the board. */
  columns: number;
  /** The game's name. */
  game: string;
  goal: Goal | null;
  /** How the cells lie. */
  layout: Layout;
  /** The winning cells, sorted. */
  line: number[][];
  /** What can be played now: where, and how the move is written. */
  move_targets: Array<
    [
      (
        | {
            /** Anywhere on a column, counted from the left. */
            column: number;
          }
        | {
            /** On a cell, as row and column from the top left. */
            cell: number[];
          }
        | {
            /** An arrow: `up`, `down`, `left`, `right`. */
            arrow: string;
          }
        | {
            /** A button with a word on it. */
            button: string;
          }
      ),
      string,
    ]
  >;
  /** Who is to move, 1 or 2; null when nobody in particular. */
  next: number | null;
  /** Rows of the board. */
  rows: number;
  /** The points, in games that count them. */
  scores: number[] | null;
  /** What each player is called on the board (red, O, a token). */
  side_labels: string[];
  /** How far the game is. */
  status: Status;
  /** Who has won. */
  winner: number | null;
};

/** The fields of a view that are different. */
export type ViewChange = {
  /** The cells that are different: where, counted row by row from the top left, and what each holds. */
  cells?: number[][];
  /** Columns of the board. */
  columns?: number;
  goal?: Goal | null;
  /** The winning cells, if they are not those of the last `mark` of the update's `steps`; without one, if they are
   * different. */
  line?: number[][];
  /** Changes to the list of what can be played, one after the other. */
  move_targets?: TargetsChange[];
  /** Who is to move. */
  next?: number | null;
  /** Rows of the board. Cells keep their places, counted from the bottom left; new ones are empty. */
  rows?: number;
  /** The points. */
  scores?: number[] | null;
  /** What each player is called on the board. */
  side_labels?: string[];
  /** How far the game is. */
  status?: Status;
  /** Who has won. */
  winner?: number | null;
};

export interface Requests {
  "POST /api/follow": Presented;
  "PUT /api/follow/{id}": PresentBoard;
  "DELETE /api/follow/{id}": EndBoard;
  "POST /api/games": CreateGame;
  "POST /api/games/{id}/do": ClientCommand;
  "POST /api/me": Rename;
}

export interface Responses {
  "GET /api/catalogue": Catalogue;
  "POST /api/follow": OpenedBoard;
  "GET /api/follow/{id}": FollowedBoard;
  "PUT /api/follow/{id}": FollowedBoard;
  "POST /api/games": CreatedGame;
  "GET /api/games/{id}": GameSnapshot;
  "POST /api/games/{id}/do": CommandReply;
  "POST /api/games/{id}/join": GameSnapshot;
  "GET /api/games/{id}/moves": Round;
  "GET /api/games/{id}/view": PositionAt;
  "GET /api/me": Me;
  "POST /api/me": Me;
  "GET /api/me/export": string;
  "GET /api/me/games": OwnGame[];
}
