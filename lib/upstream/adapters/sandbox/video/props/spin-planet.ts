import { mixColours } from '../../images/colour/oklch'
import { createCanvas } from '../paint/create-canvas'
import { noiseOf } from '../paint/noise-of'
import { paintGlow } from '../paint/paint-glow'
import { rampOf, rgbOf } from '../paint/ramp'
import { rasterise } from '../paint/rasterise'
import { drawImage } from '../picture/draw-image'
import type { PlaneImage } from '../picture/plane-image'
import { toPlaneImage } from '../picture/to-plane-image'
import { seenAt } from '../stage/camera'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

export type PlanetPlan = {
  x: number
  y: number
  radius: number
  depth: number
  colours: readonly [string, string, string]
  hasRing: boolean
}

/** How many pictures a turn is cut into; one is faded into the next. */
const TURNS = 10
const TURN_SECONDS = 14

/** A planet in half light; its bands move on. */
export async function spinPlanet(set: FilmSet, plan: PlanetPlan): Promise<Prop> {
  const { x, y, radius, depth, colours, hasRing } = plan
  const seed = set.random.fork(`planet ${x}`).whole(0, 1e9)
  const faces = Array.from({ length: TURNS }, (_, turn) =>
    toPlaneImage(paintFace(radius, colours, seed, turn / TURNS)),
  )
  const halo = toPlaneImage(
    paintGlow(radius * 1.5, rgbOf(mixColours(colours[0], set.palette.light, 0.5)), 1.6),
  )
  const rings = hasRing ? await ringHalves(set, radius, colours[2]) : null
  return (frame, { view, seconds }) => {
    const place = seenAt(view, frame, depth, x, y)
    const size = place.scale
    const centred = (half: number) => ({ x: place.x - half * size, y: place.y - half * size, scale: size })
    const turn = (seconds / TURN_SECONDS) * TURNS
    const here = faces[Math.floor(turn) % TURNS]
    const next = faces[(Math.floor(turn) + 1) % TURNS]
    drawImage(frame, halo, { ...centred(radius * 1.5), mode: 'light', opacity: 0.3 })
    const ring = (image: PlaneImage) => ({
      x: place.x - (image.luma.width / 2) * size,
      y: place.y - (image.luma.height / 2) * size,
      scale: size,
    })
    if (rings !== null) drawImage(frame, rings[0], ring(rings[0]))
    if (here !== undefined) drawImage(frame, here, centred(here.luma.width / 2))
    if (next !== undefined)
      drawImage(frame, next, { ...centred(next.luma.width / 2), opacity: turn - Math.floor(turn) })
    if (rings !== null) drawImage(frame, rings[1], ring(rings[1]))
  }
}

function paintFace(
  radius: number,
  [first, second, third]: PlanetPlan['colours'],
  seed: number,
  turn: number,
) {
  const canvas = createCanvas(radius * 2 + 2, radius * 2 + 2)
  const noise = noiseOf(seed)
  const bands = rampOf([
    [0, mixColours(first, '#000000', 0.25)],
    [0.35, first],
    [0.6, second],
    [1, third],
  ])
  const middle = canvas.width / 2 - 0.5
  for (let y = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++) {
      const across = (x - middle) / radius
      const down = (y - middle) / radius
      const far = Math.hypot(across, down)
      if (far > 1) continue
      const depth = Math.sqrt(1 - far * far)
      const along = Math.atan2(across, depth) / (2 * Math.PI) + turn
      const ripple =
        noise.planeOctaves(Math.cos(along * 6.2832) * 2 + 9, Math.sin(along * 6.2832) * 2 + down * 3, 4) - 0.5
      const band = noise.line((down + across * 0.25) * 4.2 + ripple * 1.6 + 20)
      const [red, green, blue] = bands.at(band + ripple * 0.4)
      const lit = Math.max(0.05, Math.min(1, (across * -0.62 + down * -0.45 + depth * 0.66) * 1.25 + 0.1))
      canvas.data.set(
        [red * lit, green * lit, blue * lit, Math.min(1, (1 - far) * radius) * 255],
        (y * canvas.width + x) * 4,
      )
    }
  }
  return canvas
}

/** The half behind the planet and the one before it. */
async function ringHalves(
  set: FilmSet,
  radius: number,
  colour: string,
): Promise<readonly [PlaneImage, PlaneImage]> {
  const ring = (clip: string) =>
    `<defs><clipPath id="c"><rect x="-300" y="${clip === 'back' ? -300 : 0}" width="600" height="300"/></clipPath></defs><g transform="translate(250 110) rotate(-14)"><g clip-path="url(#c)" fill="none" stroke="${mixColours(colour, set.palette.light, 0.3)}"><ellipse rx="182" ry="38" stroke-width="17" stroke-opacity=".78"/><ellipse rx="208" ry="44" stroke-width="7" stroke-opacity=".5"/><ellipse rx="152" ry="31" stroke-width="5" stroke-opacity=".45"/></g></g>`
  const [back, front] = await Promise.all(
    ['back', 'front'].map((half) => rasterise(ring(half), [500, 220], radius * 5, radius * 2.2)),
  )
  if (back === undefined || front === undefined) throw new Error('a ring has two halves')
  return [toPlaneImage(back), toPlaneImage(front)]
}
