import { z } from 'zod'
import { type AnswerEnd, readEnding } from './read-ending'
import { type AnswerPiece, readPieces } from './read-pieces'
import { UsageReply } from './schema'

const Answer = z.object({
  id: z.string(),
  created: z.number().int(),
  model: z.string(),
  choices: z.array(z.looseObject({ message: z.unknown(), finish_reason: z.string() })).min(1),
  usage: UsageReply,
})

/** A whole answer of ours as other dialects need it. */
export type WholeAnswer = {
  id: string
  created: number
  model: string
  pieces: AnswerPiece[]
  end: AnswerEnd
}

export function readAnswer(json: string): WholeAnswer {
  const { id, created, model, choices, usage } = Answer.parse(JSON.parse(json))
  const [choice] = choices
  const pieces = readPieces(choice?.message).filter(isWhole)
  return { id, created, model, pieces, end: { ...readEnding(choice), usage } }
}

/** Whom a call is for comes with its first piece, and here is no second: without a name it calls nothing. */
function isWhole(piece: AnswerPiece): boolean {
  return piece.type !== 'call' || piece.name !== ''
}
