import type { Skill } from '../reply/skill'

const asked = [
  /\bwho (?:are|r) (?:you|u)\b|\bwhat are you\b|\bwhat(?:'s| is) your name\b|\bintroduce yourself\b|\btell me about yourself\b/i,
  /\b(?:which|what) (?:ai |llm |language |chat )?(?:model|assistant|bot) (?:are you|is this|am i)\b/i,
  /\bare you (?:a |an )?(?:real|human|person|robot|bot|ai|machine|language model|llm|sandbox|chatgpt|gpt|gemini|llama|conscious|online)\b/i,
  /\bwho (?:made|built|created|trained) you\b|\bwhat can you do\b|\bhow can you help\b|^help[.!?]*$/i,
  /\bwer bist du\b|\bqui es-tu\b|\bqui êtes-vous\b|\bqui[eé]n eres\b|\bchi sei\b|\bquem é você\b|\bkim jesteś\b|\bкто ты\b|你是谁|あなたは誰/i,
]

/** Says what it is, in so many words: nobody shall take it for a language model. */
export const introduceItself: Skill = ({ ask, system, isPro }) => {
  if (!asked.some((pattern) => pattern.test(ask))) return undefined
  const persona = /\b[Yy]ou are (?:called |named )?(\p{Lu}[\p{L}-]{1,30})\b(?=[,.]|$|\s+(?:from|the))/u.exec(
    system,
  )?.[1]
  const opening = persona === undefined ? 'I am' : `I go by ${persona} here. Behind that name I am`
  const model = isPro ? 'sandbox/chat-pro' : 'sandbox/chat'
  return [
    `${opening} Portico's sandbox model, \`${model}\`. I run offline inside the gateway and am not a real language model.`,
    'I can greet, calculate, count, list, sort, summarise a text you give me, remember this conversation, call the tools you offer and write JSON to your schema. For anything else, choose a model of a real provider.',
  ].join('\n\n')
}
