import { pickBy } from '../conversation/pick-by'
import type { Skill } from '../reply/skill'

const welcome = ['You are welcome!', 'My pleasure.', 'Any time.'] as const
const farewell = ['Goodbye!', 'See you!', 'Until next time!'] as const

/** Thanks, farewells, a bare `test` or `ping`. */
export const smallTalk: Skill = ({ ask, variant }) => {
  const text = ask.trim()
  if (text.length > 80) return undefined
  if (/^(?:ping)[.!?]*$/i.test(text)) return 'pong'
  if (/^(?:test(?:ing)?|this is a test|testing[ ,]+(?:1[ ,]+2[ ,]+3|one two three))[.!?]*$/i.test(text))
    return "The test arrived: Portico's sandbox model answers."
  if (
    /^(?:ok(?:ay)?|great|good|nice|cool|perfect|and |many )?[ ,!.]*(?:thanks?|thank you|thx|cheers|merci|gracias|danke|grazie|obrigad[oa]|dzi[eę]ki|dzi[eę]kuj[eę]|спасибо|谢谢|ありがとう)\b/iu.test(
      text,
    )
  )
    return pickBy(welcome, variant)
  if (
    /^(?:bye|goodbye|good night|see you|farewell|au revoir|adi[oó]s|tsch[uü]ss|auf wiedersehen|ciao ciao)(?!\p{L})/iu.test(
      text,
    )
  )
    return pickBy(farewell, variant)
  if (/^how are you\b/i.test(text))
    return "I am running smoothly, thank you. I am Portico's sandbox model. What can I do for you?"
  return undefined
}
