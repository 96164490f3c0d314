type Style = { asked: RegExp; apply: (reply: string, match: RegExpExecArray) => string }

/** What a system message (or the request itself) may ask of every answer. Applied in this order. */
const styles: readonly Style[] = [
  {
    asked:
      /\b(?:brief(?:ly)?|concise(?:ly)?|short answers?|terse(?:ly)?|(?:in|with|use) (?:one|a single|1) sentence|one[- ]sentence|few words)\b/i,
    apply: (reply) => firstSentence(reply),
  },
  {
    asked: /\b(?:in|with|use|only) (?:one|a single|1) word\b|\bone[- ]word (?:answer|repl)/i,
    apply: firstWord,
  },
  {
    asked: /\bpirate\b/i,
    apply: (reply) =>
      `Arrr, matey! ${reply
        .replace(/\bHello\b/g, 'Ahoy')
        .replace(/\b[Yy]ou are\b/g, 'ye be')
        .replace(/\bI am\b/g, 'I be')}`,
  },
  {
    asked:
      /\b(?:start|begin|prefix|open) (?:each|every|all|your|the)?\s*(?:of your )?(?:repl(?:y|ies)|answers?|responses?|messages?|sentences?)?\s*with(?: the (?:word|phrase|text))?\s*["'“`]?([^"'”`.\n]{1,80})["'”`]?/i,
    apply: (reply, match) => `${match[1]?.trim()} ${reply}`,
  },
  {
    asked:
      /\b(?:end|finish|close|sign) (?:each|every|all|your|the)?\s*(?:of your )?(?:repl(?:y|ies)|answers?|responses?|messages?|sentences?)?\s*(?:off )?with(?: the (?:word|phrase|text))?\s*["'“`]?([^"'”`.\n]{1,80})["'”`]?/i,
    apply: (reply, match) => `${reply} ${match[1]?.trim()}`,
  },
  {
    asked: /\b(?:upper ?-?case|all caps|capital letters|capitals only)\b/i,
    apply: (reply) => reply.toUpperCase(),
  },
  { asked: /\b(?:lower ?-?case|small letters|no capital letters)\b/i, apply: (reply) => reply.toLowerCase() },
]

export function obeyStyle(reply: string, instructions: string): string {
  return styles.reduce((text, { asked, apply }) => {
    const match = asked.exec(instructions)
    return match === null ? text : apply(text, match)
  }, reply)
}

function firstSentence(reply: string): string {
  const plain = reply.replace(/^#+ .*\n+/, '')
  const [paragraph = plain] = plain.split(/\n{2,}/)
  return /^.+?[.!?](?=\s|$)/s.exec(paragraph)?.[0] ?? paragraph
}

/** The word that carries the answer: the last one of `The capital of France is Paris.` */
function firstWord(reply: string): string {
  const sentence = firstSentence(reply).replace(/[*_`]/g, '')
  const told = /(?:=|\bis|\bare)\s+(\S+?)[.!?]*$/.exec(sentence)?.[1]
  return told ?? sentence.split(/\s+/)[0]?.replace(/[.,!?]+$/, '') ?? reply
}
