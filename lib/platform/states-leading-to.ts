/** For each state, the states that a row may move to from there. */
export type StateMoves<State extends string> = Readonly<Record<State, readonly State[]>>

/** The states from which a row may move to `to`: what it must still be in when the move is written. */
export function statesLeadingTo<State extends string>(moves: StateMoves<State>, to: State): State[] {
  const states = Object.keys(moves) as State[] // the keys of a record of states
  return states.filter((from) => moves[from].includes(to))
}
