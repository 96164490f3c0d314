/** What is used of fontkit, which has no types of its own. */
declare module 'fontkit' {
  export type PathCommand = {
    command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath'
    args: number[]
  }
  export type Glyph = { readonly id: number; readonly path: { readonly commands: PathCommand[] } }
  export type GlyphPosition = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }
  export type GlyphRun = {
    readonly glyphs: Glyph[]
    readonly positions: GlyphPosition[]
    readonly advanceWidth: number
  }
  export type Font = {
    /** In a file that holds several (.ttc), which has nothing else. */
    readonly fonts?: readonly Font[]
    readonly postscriptName: string
    readonly unitsPerEm: number
    readonly ascent: number
    readonly capHeight: number
    layout(text: string): GlyphRun
    hasGlyphForCodePoint(codePoint: number): boolean
  }
  export function create(buffer: Buffer): Font
}
