export type SizePreset = { label: string; size: string; width: number; height: number }

const preset = (label: string, width: number, height: number): SizePreset => ({
  label,
  size: `${width}x${height}`,
  width,
  height,
})

/** Ratios that people ask for, in sizes that every rule allows. */
export const sizePresets: readonly SizePreset[] = [
  preset('1:1', 1024, 1024),
  preset('3:2', 1536, 1024),
  preset('2:3', 1024, 1536),
  preset('16:9', 1792, 1008),
  preset('9:16', 1008, 1792),
  preset('21:9', 1792, 768),
]

/** A size that a model lists, by its ratio where that is a usual one. */
export function presetOf(size: string): SizePreset {
  const [width = 1, height = 1] = size.split('x').map(Number)
  const usual = sizePresets.find((one) => one.size === size)
  return usual ?? preset(`${width} × ${height}`, width, height)
}
