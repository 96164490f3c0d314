import { Download } from 'lucide-react'
import { Button } from '@/components/ui/button'

type CsvLinkProps = {
  /** An API path that accepts `format=csv`. */
  path: string
  filters: Readonly<Record<string, string | number | undefined>> | null
  /** Tells several links on a page apart. */
  label?: string
}

/** Downloads the filtered data as CSV, by the browser, so large files do not pass through the page. */
export function CsvLink({ path, filters, label }: CsvLinkProps) {
  const search = new URLSearchParams({ format: 'csv' })
  for (const [name, value] of Object.entries(filters ?? {})) if (value) search.set(name, `${value}`)
  return (
    <Button variant="outline" asChild>
      <a href={`${path}?${search}`} download aria-label={label}>
        <Download aria-hidden="true" />
        CSV
      </a>
    </Button>
  )
}
