const leadIns = [
  /^(?:please|hi|hello|hey|ok(?:ay)?)[,!.\s]+/i,
  /^(?:can|could|would|will) you (?:please )?/i,
  /^(?:i(?:'d| would) like (?:you )?to|i want (?:you )?to|let'?s) /i,
  /^(?:use|call|invoke|run)(?: the)? [`"']?[\w-]+[`"']?(?: (?:tool|function))?(?: (?:to|for|with|on|and))?[:,\s]+/i,
  /^(?:search|look up|look for|find(?: out)?|google|query|browse)(?: (?:the )?(?:web|internet|online|docs|documentation|database))?(?: (?:for|about|information (?:on|about)))?\s+/i,
  /^(?:remind me (?:to|about|of)|calculate|compute|evaluate|solve|run|execute|send|write|create|add|make|translate)\s+/i,
]

/** What an instruction is about, without the words that give it: `Please search the web for red pandas?` → red pandas. */
export function readRemainder(text: string): string {
  let rest = text.trim()
  for (const leadIn of leadIns) rest = rest.replace(leadIn, '')
  const shortened = rest.replace(/[?!.\s]+$/, '').slice(0, 300)
  return shortened === '' ? text.trim().slice(0, 300) : shortened
}
