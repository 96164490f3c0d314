import bytePairs from 'gpt-tokenizer/bpeRanks/o200k_base'

/** The text of o200k_base tokens; undefined where one of them is no token of it. */
export function decodeTokens(tokens: readonly number[]): string | undefined {
  const pieces: Buffer[] = []
  for (const token of tokens) {
    const piece = bytePairs[token]
    if (piece === undefined) return undefined
    pieces.push(Buffer.from(piece))
  }
  return Buffer.concat(pieces).toString('utf8')
}
