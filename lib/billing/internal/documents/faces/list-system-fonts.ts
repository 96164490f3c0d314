import { readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'

const folders = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  join(homedir(), '.fonts'),
  join(homedir(), '.local/share/fonts'),
  '/System/Library/Fonts',
  '/Library/Fonts',
  join(homedir(), 'Library/Fonts'),
  'C:\\Windows\\Fonts',
]

const FONT = /\.(ttf|otf|ttc)$/i
/** Upright text of ordinary weight and width stands best beside Geist. Emoji are pictures, which a document cannot embed. */
const UNFIT =
  /bold|black|heavy|light|thin|medium|italic|oblique|condensed|narrow|mono|serif|emoji|symbol|icon/i
const FITTING = /sans|noto|gothic|pingfang|hiragino|yahei|malgun|segoe|arial/i

/** The fonts of this machine that text can be set in, those first that fit best; none where it has none. */
export async function listSystemFonts(): Promise<string[]> {
  const found = await Promise.all(folders.map(listFolder))
  return found
    .flat()
    .filter((path) => FONT.test(path) && !/emoji/i.test(path))
    .sort((a, b) => unfitness(a) - unfitness(b) || (a < b ? -1 : 1))
}

function unfitness(path: string): number {
  const name = basename(path).replace(/sans-?serif/i, 'sans')
  return (UNFIT.test(name) ? 2 : 0) + (FITTING.test(name) ? 0 : 1)
}

async function listFolder(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true }).catch(() => [])
  return files.map((file) => join(folder, file))
}
