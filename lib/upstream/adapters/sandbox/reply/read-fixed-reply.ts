const always =
  /\b(?:always |only |just |must |should |to every(?:thing| message) )*(?:reply|respond|answer|say|return|output)\b[^.\n]{0,60}?\b(?:only|exactly|just|nothing but|always|every(?:thing| message)|the (?:single |exact )?(?:word|text|phrase|string))\b[^."'“`\n]{0,40}?(?:["“`']([^"”`'\n]{1,200})["”`']|(?:with|:|the (?:word|text|phrase|string))\s+(?:the (?:single |exact )?(?:word|text|phrase|string)\s+|exactly\s+|only\s+)*:?\s*([^.\n"'“`]{1,100}))/i
const leading =
  /\b(?:only|always|just) (?:reply|respond|answer|say|return|output)(?: with)?(?: the (?:word|text|phrase))?[:\s]+(?:["“`']([^"”`'\n]{1,200})["”`']|(\p{Lu}[\p{Lu}\p{N}_-]{1,30})\b)/u
const notFixed =
  /^(?:valid |a |an |one |in |json|markdown|code|yes|the (?:number|answer|result|translation|name|letter)|brief|short|single|plain|english|facts?\b|information|questions?\b|your\b|my\b|what\b)/i

/** A system message that leaves one answer to everything: `Reply only with "OK".` */
export function readFixedReply(system: string): string | undefined {
  for (const pattern of [always, leading]) {
    const match = pattern.exec(system)
    const text = (match?.[1] ?? match?.[2])?.trim()
    if (text !== undefined && text !== '' && !notFixed.test(text)) return text
  }
  return undefined
}
