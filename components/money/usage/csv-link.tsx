import { Download } from 'lucide-react'
import { Button } from '@/components/ui/button'

type CsvLinkProps = {
  /** The table's source: an address that accepts `format=csv`. */
  path: string
  filters: Readonly<Record<string, string | number | undefined>> | null
  /** What is in it, where the page has several. */
  label?: string
}

/** Downloads what is filtered as a table. The browser does it, so that a large file need not pass through the page. */
export function CsvLink({ path, filters, label }: CsvLinkProps) {
  const search = new URLSearchParams({ format: 'csv' })
  for (const [name, value] of Object.entries(filters ?? {})) if (value) search.set(name, `${value}`)
  return (
    <Button asChild>
      <a href={`${path}?${search}`} download aria-label={label}>
        <Download aria-hidden="true" />
        CSV
      </a>
    </Button>
  )
}
