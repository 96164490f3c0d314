import type { Brief } from './brief'

const LONGEST_TITLE = 44
const LONGEST_CAPTION = 150

const ASKING =
  /^(?:please\s+)?(?:(?:can|could|would) you\s+)?(?:(?:please\s+)?(?:create|generate|draw|make|paint|design|render|show|give|imagine|compose|produce|illustrate)(?:\s+(?:me|us))?\s+)?/i
const KIND =
  /^(?:(?:an?|the|some|my)\s+)?(?:[\p{L}\d-]+\s+){0,3}?(?:picture|image|photo|photograph|illustration|drawing|painting|poster|rendering|render|artwork|sketch|scene|logo|icon|sticker|close-up|closeup|shot|wallpaper|watercolou?r|view)s?\s+(?:of|for|showing|depicting|with)\s+/iu
const ARTICLE = /^(?:an?|the|some)\s+/i
const QUOTED = /["“«„]([^"”»“]{2,60})["”»“]/u
const TRAILING =
  /[\s,;:–-]+(?:an?|the|of|in|on|at|and|or|with|by|to|for|from|under|over|near|into|its|his|her|their)?$/iu

/** The words to set large (what the prompt is about, or what it quotes), and the prompt cut to a caption. */
export function readTitle(prompt: string): Pick<Brief, 'title' | 'caption' | 'isQuote'> {
  const plain = prompt.replace(/\s+/g, ' ').trim()
  const caption = plain.slice(0, LONGEST_CAPTION)
  const quoted = QUOTED.exec(plain)?.[1]
  if (quoted !== undefined) return { title: cutAt(quoted.trim(), LONGEST_TITLE), caption, isQuote: true }
  return { title: titleOf(plain), caption, isQuote: false }
}

function titleOf(plain: string): string {
  const asked = plain.replace(ASKING, '').replace(KIND, '').replace(ARTICLE, '')
  const clause =
    asked.split(/[,.;:!?()\n]|\s(?:in the style of|with a|wearing|style|rendered|painted)\s/i)[0] ?? ''
  const title = cutAt(clause.trim() === '' ? plain : clause.trim(), LONGEST_TITLE)
  return title.charAt(0).toUpperCase() + title.slice(1)
}

/** Not inside a word, and not after one that promises more. */
function cutAt(text: string, longest: number): string {
  if (text.length <= longest) return text
  const cut = text.slice(0, longest + 1)
  const space = cut.lastIndexOf(' ')
  let kept = space > longest / 3 ? cut.slice(0, space) : cut.slice(0, longest)
  for (let shorter = kept.replace(TRAILING, ''); shorter !== kept; shorter = kept.replace(TRAILING, ''))
    kept = shorter
  const phrase = kept.replace(
    /^(.+)\s(?:in|on|at|with|by|to|for|from|under|over|near|into|above|below|beside|behind|through|across|during|against|while|and)\s[^,]*$/i,
    '$1',
  )
  return phrase.length >= longest * 0.4 ? phrase : kept
}
