/** The vanishing point, and the distance of the first column's face from it. */
const VANISH = { x: 760, y: 560 }
const ABOVE = 500
const BELOW = 240
const SPACING = 0.42
const columns = Array.from({ length: 11 }, (_, index) => index)

/** A portico seen along its columns, like the logo: equal columns at equal distances, in perspective. */
export function Colonnade() {
  return (
    <svg
      viewBox="0 0 760 800"
      preserveAspectRatio="xMinYMax slice"
      aria-hidden="true"
      className="absolute inset-0 size-full [&_path]:[vector-effect:non-scaling-stroke]"
      fill="var(--card)"
      stroke="var(--border-strong)"
    >
      {columns.toReversed().map((index) => (
        <path key={index} d={shaft(index)} opacity={1 - index * 0.055} />
      ))}
      <path d={beam(ABOVE, ABOVE - 64)} />
      <path d={beam(ABOVE - 64, ABOVE - 78)} fill="var(--muted)" />
      <path d={beam(-BELOW, -BELOW - 26)} />
      <path d={beam(-BELOW - 26, -BELOW - 58)} />
    </svg>
  )
}

/** A column at some depth, between the beam and the ground. */
function shaft(index: number): string {
  const near = 1 / (1 + index * SPACING)
  const far = 1 / (1 + (index + 0.46) * SPACING)
  const top = ABOVE - 78
  return `M${at(near, top)}L${at(far, top)}L${at(far, -BELOW)}L${at(near, -BELOW)}Z`
}

/** A band along the whole row, from the nearest point to the vanishing point. */
function beam(upper: number, lower: number): string {
  return `M${at(1.1, upper)}L${VANISH.x} ${VANISH.y}L${at(1.1, lower)}Z`
}

function at(scale: number, height: number): string {
  return `${(VANISH.x * (1 - scale) + 40 * scale).toFixed(1)} ${(VANISH.y - height * scale).toFixed(1)}`
}
