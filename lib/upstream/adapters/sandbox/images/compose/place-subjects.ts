import type { Subject } from '../brief/brief'
import { adjustColour } from '../colour/adjust-colour'
import { leafOf } from '../colour/leaf-of'
import { mixColours, oklchOf } from '../colour/oklch'
import type { Palette } from '../colour/palette'
import type { Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'
import type { Motif, Paint } from '../motifs/motif'
import { motifs } from '../motifs/motifs'
import type { Random } from '../random-of'
import type { Spot } from '../scenes/scene'
import type { SceneName } from '../scenes/scenes'

type Placed = { x: number; y: number; size: number }

/** The subjects at their spot: the first in the middle, others beside and behind it, many in a loose row. */
export function placeSubjects(stage: Stage, subjects: Subject[], spot: Spot, scene: SceneName): string {
  const random = stage.random.fork('subjects')
  const total = subjects.reduce((sum, { count }) => sum + count, 0)
  const crowd = total > 1 ? 1 / (1 + (total - 1) * 0.14) : 1
  let drawn = ''
  for (const [rank, subject] of [...subjects.entries()].reverse()) {
    const motif: Motif = motifs[subject.motif]
    const paint = paintOf(subject, stage.palette, rank, motif)
    const group = placesOf(motif, { stage, subject, rank, spot, crowd, scene, random })
    for (const place of group.sort((a, b) => a.y - b.y))
      drawn += drawMotif(motif, paint, place, rank > 0 && random.chance(0.5), scene)
  }
  return drawn
}

type Placing = {
  stage: Stage
  subject: Subject
  rank: number
  spot: Spot
  crowd: number
  scene: SceneName
  random: Random
}

function placesOf(motif: Motif, { stage, subject, rank, spot, crowd, scene, random }: Placing): Placed[] {
  const roomy =
    scene === 'plain' || scene === 'table' || scene === 'space'
      ? Math.max(0.82, Math.sqrt(motif.scale))
      : motif.scale
  const fits = Math.min(
    1,
    (stage.width * 0.8) / ((motif.width / 100) * spot.height * roomy * (subject.count > 1 ? 1.7 : 1)),
  )
  const size = spot.height * roomy * crowd * fits * (rank === 0 ? 1 : 0.82)
  const side = rank % 2 === 1 ? 1 : -1
  const centre = spot.x + (rank === 0 ? 0 : side * stage.width * (0.2 + 0.05 * rank))
  const wide = (motif.width / 100) * size
  return Array.from({ length: subject.count }, (_, at) => {
    const shift = at - (subject.count - 1) / 2
    const depth = subject.count > 1 ? random.between(-0.5, 0.5) : 0
    const grown = size * (1 + depth * 0.3)
    const x = Math.min(
      stage.width * 0.93,
      Math.max(
        stage.width * 0.07,
        centre + shift * Math.min(wide * 1.05, (stage.width * 0.8) / subject.count),
      ),
    )
    return { x, y: heightOf(motif, spot, rank, scene, grown, random) + depth * 46, size: grown }
  })
}

/** Things of the air hang above the ground that others stand on. */
function heightOf(
  motif: Motif,
  spot: Spot,
  rank: number,
  scene: SceneName,
  size: number,
  random: Random,
): number {
  const floats = scene === 'underwater' || scene === 'space'
  const flies =
    motif.stance === 'air' && scene !== 'highSky' && scene !== 'plain' && scene !== 'table' && !floats
  if (flies) return spot.y - spot.height * random.between(0.75, 1.1)
  if (floats) return spot.y - (rank === 0 ? 0 : random.between(-60, 160)) + size * 0.1
  return spot.y + (rank > 0 ? 10 : 0)
}

function drawMotif(
  motif: Motif,
  paint: Paint,
  { x, y, size }: Placed,
  isTurned: boolean,
  scene: SceneName,
): string {
  const scale = Math.round(size * 10) / 1000
  const standing =
    (motif.stance === 'ground' || motif.stance === 'table') && scene !== 'space' && scene !== 'underwater'
  const shadow = standing ? svg.ellipse(0, 0, motif.width * 0.46, 3.4, paint.ink, 0.28) : ''
  const water =
    motif.stance === 'water' || ((scene === 'sea' || scene === 'lake') && motif.stance === 'ground')
  const rock = motif.stance === 'ground' && water ? rockUnder(motif.width, paint) : ''
  const wake = water
    ? svg.rect(-motif.width * 0.56, -2, motif.width * 1.12, 4, paint.paper, 0.5, 2) +
      svg.rect(-motif.width * 0.36, 5, motif.width * 0.72, 3, paint.paper, 0.35, 1.5)
    : ''
  return svg.group(
    `translate(${round(x)} ${round(y)}) scale(${isTurned ? -scale : scale} ${scale})`,
    rock + shadow + motif.draw(paint) + wake,
  )
}

function rockUnder(wide: number, { ink, second }: Paint): string {
  const half = wide * 0.75
  const stone = mixColours(ink, second, 0.18)
  return (
    svg.polygon(
      [
        [-half * 1.25, 8],
        [-half, -4],
        [-half * 0.6, -9],
        [-half * 0.2, -5],
        [half * 0.3, -10],
        [half * 0.8, -3],
        [half * 1.2, 8],
      ],
      stone,
    ) +
    svg.polygon(
      [
        [half * 0.3, -10],
        [half * 0.8, -3],
        [half * 1.2, 8],
        [half * 0.5, 8],
      ],
      ink,
      0.5,
    )
  )
}

/** A subject without a colour of its own takes the accent, others the second colour; it must stand out from the ground. */
export function paintOf(subject: Subject, palette: Palette, rank: number, motif: Motif): Paint {
  const own = subject.colour ?? motif.natural ?? (rank % 2 === 0 ? palette.accent : palette.second)
  const body =
    subject.colour === null && motif.natural !== undefined ? mixColours(own, palette.accent, 0.12) : own
  const isDark = oklchOf(body).lightness < 0.35
  const others = [palette.second, palette.light, palette.accent].filter(
    (one) => Math.abs(oklchOf(one).lightness - oklchOf(body).lightness) > 0.06 || one !== body,
  )
  return {
    body,
    shade: adjustColour(body, { lighter: isDark ? 0.09 : -0.09 }),
    light: mixColours(body, palette.paper, 0.72),
    accent: others.find((one) => one !== body) ?? palette.light,
    second: rank % 2 === 0 ? palette.second : palette.accent,
    leaf: leafOf(palette),
    ink: isDark ? mixColours(palette.ink, '#000000', 0.5) : palette.ink,
    paper: palette.paper,
  }
}
