import { svg } from '../../images/drawing/svg'
import { outlineText } from '../../images/lettering/outline-text'

/** What says that a print stands for a film: a sign to play it, and its measures. */
export function cardMarks(width: number, height: number, note: string): string {
  const size = Math.max(8, height * 0.075)
  const radius = Math.min(width, height) * 0.15
  const [x, y] = [width / 2, height / 2]
  const drawing =
    svg.rect(0, height - size * 2, width, size * 2, '#101018', 0.6) +
    svg.path(
      outlineText(note, { face: 'mono', size, x: size * 0.7, y: height - size * 0.68 }),
      '#ffffff',
      0.95,
    ) +
    svg.circle(x, y, radius, '#101018', 0.55) +
    svg.polygon(
      [
        [x - radius * 0.32, y - radius * 0.48],
        [x + radius * 0.5, y],
        [x - radius * 0.32, y + radius * 0.48],
      ],
      '#ffffff',
    )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawing}</svg>`
}
