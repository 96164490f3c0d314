/** For each state, the states to which a row may move. */
export type StateMoves<State extends string> = Readonly<Record<State, readonly State[]>>

/** The states from which a row may move to `to`. The write that moves it must check that it is in one of them. */
export function statesLeadingTo<State extends string>(moves: StateMoves<State>, to: State): State[] {
  const states = Object.keys(moves) as State[] // the keys of a record of states
  return states.filter((from) => moves[from].includes(to))
}
