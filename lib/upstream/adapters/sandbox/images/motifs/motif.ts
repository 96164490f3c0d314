/** The colours that a motif is painted in. */
export type Paint = {
  body: string
  /** The body's side away from the light. */
  shade: string
  /** Bellies, snouts, sails, panes. */
  light: string
  accent: string
  second: string
  /** Stems and leaves. */
  leaf: string
  ink: string
  paper: string
}

/** Where it is at home, and so where a scene puts it. */
export type Stance = 'ground' | 'water' | 'deep' | 'air' | 'table' | 'space'

/** A thing in a box that is 100 high, its foot at 0/0, up is negative. */
export type Motif = {
  /** Of the box, whose middle is at 0. */
  width: number
  stance: Stance
  /** Its size beside the others of its scene; a bird is 0.4, a house 1.4. */
  scale: number
  /** The colour that it has by itself; left out: whatever suits the picture. */
  natural?: string
  draw: (paint: Paint) => string
}
