//! Every number that the search is tuned by, in one place. Values are in hundredths of a man, depths in plies.

/// The half-width of the first aspiration window.
pub(super) const ASPIRATION: i32 = 25;
/// Aspiration windows are used from this depth.
pub(super) const ASPIRATION_DEPTH: i32 = 4;

/// Extensions: none from this ply on.
pub(super) const MOST_EXTENDED_PLIES: usize = 48;

/// Internal iterative reduction: from this depth, a node without a table move is searched a ply less deeply.
pub(super) const ITERATIVE_REDUCTION_DEPTH: i32 = 4;

/// Futility: quiet moves are skipped if the estimate and this margin for each ply do not reach alpha.
pub(super) const FUTILITY_MARGIN: i32 = 80;
/// The base of that margin.
pub(super) const FUTILITY_BASE: i32 = 60;
/// The greatest depth at which quiet moves are skipped.
pub(super) const FUTILITY_DEPTH: i32 = 6;

/// Late moves: at depth d only so many quiet moves are tried, plus [`LATE_MOVES_FACTOR`] d².
pub(super) const LATE_MOVES_BASE: i32 = 6;
/// See [`LATE_MOVES_BASE`].
pub(super) const LATE_MOVES_FACTOR: i32 = 4;
/// The greatest depth at which late moves are skipped.
pub(super) const LATE_MOVES_DEPTH: i32 = 7;

/// Late-move reductions: the least depth.
pub(super) const REDUCTION_DEPTH: i32 = 2;
/// Moves before this one are not reduced.
pub(super) const REDUCTION_MOVES: usize = 3;
/// The reduction of any late move, in 64ths of a ply.
pub(super) const REDUCTION_BASE: i32 = 40;
/// To this is added the product of the logarithms of depth and move number, both in 64ths of an octave, divided by this.
pub(super) const REDUCTION_DIVISOR: i32 = 64 * 4;
/// The greatest reduction where the game is won by offering men that have to be taken. Long lines of offers hang on single quiet moves there.
pub(super) const REDUCTION_AMONG_OFFERS: i32 = 1;
/// So much history makes a ply more or less of reduction.
pub(super) const REDUCTION_HISTORY: i32 = 6_000;

/// Several threads: where so many plies are left, they keep out of each other's way.
pub(super) const TEAM_DEPTH: i32 = 3;

/// Quiescence: captures are tried as far as this many plies below the horizon.
pub(super) const QUIESCENCE_PLIES: usize = 24;
/// Quiescence: a capture that, with this in hand, does not reach alpha is not tried.
pub(super) const DELTA_MARGIN: i32 = 150;

/// The bound of all history scores.
pub(super) const HISTORY_MOST: i32 = 16_384;
/// A cut-off at depth d adds so much to the history of its move for each ply of depth.
pub(super) const HISTORY_BONUS: i32 = 150;
/// The greatest bonus.
pub(super) const HISTORY_BONUS_MOST: i32 = 1_500;
