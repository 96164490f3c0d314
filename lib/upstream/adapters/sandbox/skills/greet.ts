import { pickBy } from '../conversation/pick-by'
import type { Skill } from '../reply/skill'
import { recallFact } from './recall-fact'

/** A greeting → how it is returned. The first pattern that begins the message decides. */
const greetings: readonly (readonly [RegExp, string])[] = [
  [/^good morning\b/i, 'Good morning'],
  [/^good afternoon\b/i, 'Good afternoon'],
  [/^good evening\b/i, 'Good evening'],
  [/^(?:hello|hi+|hey+|hiya|howdy|greetings|yo|sup|good day)\b/i, 'Hello'],
  [/^(?:hola|buenos d[ií]as|buenas(?: tardes| noches)?)(?!\p{L})/iu, '¡Hola'],
  [/^(?:bonjour|salut|coucou|bonsoir)(?!\p{L})/iu, 'Bonjour'],
  [/^(?:hallo|guten (?:tag|morgen|abend)|gr[uü]ezi|moin|servus)(?!\p{L})/iu, 'Hallo'],
  [/^(?:ciao|buongiorno|buonasera|salve)(?!\p{L})/iu, 'Ciao'],
  [/^(?:ol[aá]|oi|bom dia|boa tarde|boa noite)(?!\p{L})/iu, 'Olá'],
  [/^(?:cze[sś][cć]|dzie[nń] dobry|siema)(?!\p{L})/iu, 'Cześć'],
  [/^(?:привет|здравствуй(?:те)?|добрый день)/iu, 'Привет'],
  [/^(?:merhaba|selam)(?!\p{L})/iu, 'Merhaba'],
  [/^(?:namaste|नमस्ते)/iu, 'नमस्ते'],
  [/^(?:مرحبا|السلام عليكم)/u, 'مرحبا'],
  [/^(?:你好|您好|早上好)/u, '你好'],
  [/^(?:こんにちは|おはよう|こんばんは)/u, 'こんにちは'],
  [/^(?:안녕하세요|안녕)/u, '안녕하세요'],
]
const smallTalk =
  /\b(?:there|everyone|all|again|friend|mate|you|assistant|bot|sandbox|portico|model|how are you(?: doing)?(?: today)?|how(?:'s| is) it going|what'?s up|nice to meet you|and|i'?m|i am|my name is|this is|call me)\b|[,.!?~:;\s]|\p{Emoji_Presentation}/giu

/** Returns a greeting, by name where it was given. A greeting with a question behind it is left to the other skills. */
export const greet: Skill = (conversation) => {
  const { ask, variant } = conversation
  const greeting = greetings.find(([pattern]) => pattern.test(ask.trim()))
  if (greeting === undefined) return undefined
  const rest = ask.trim().replace(greeting[0], '')
  const name = recallFact(conversation, 'name')
  const leftOver = rest.replace(smallTalk, '').replace(name?.replace(/\s/g, '') ?? '', '')
  if (leftOver !== '') return undefined
  const isAskedHow = /how are you|how(?:'s| is) it going|what'?s up/i.test(rest)
  const opening = `${greeting[1]}${name === undefined ? '' : `, ${name}`}!`
  const middle = isAskedHow ? ' I am running smoothly, thank you.' : ''
  const offers = ['What can I do for you?', 'How can I help?', 'What would you like to try?'] as const
  return `${opening}${middle} I am Portico's sandbox model. ${pickBy(offers, variant)}`
}
