import type { BenchmarkItem } from '@/lib/benchmarks/schema'

/** Whose a figure is, with the way to where it stands. */
export function ScoreSource({ item: { source, source_url: url, licence } }: { item: BenchmarkItem }) {
  const words = licence === null ? source : `${source} (${licence})`
  if (!/^(https?:\/\/|\/)/.test(url)) return words
  return (
    <a href={url} rel="noreferrer" className="underline underline-offset-2 hover:text-ink">
      {words}
    </a>
  )
}
