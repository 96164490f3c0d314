import { Download } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { apiPaths } from '@/lib/client/paths'
import type { UsageFilters } from '@/lib/usage/queries'

/** Downloads the days of the range as a table. The browser does it, so that a large file need not pass through the page. */
export function CsvLink({ filters }: { filters: UsageFilters | null }) {
  const search = new URLSearchParams({ format: 'csv' })
  for (const [name, value] of Object.entries(filters ?? {})) if (value) search.set(name, value)
  return (
    <Button asChild>
      <a href={`${apiPaths.usage}?${search}`} download>
        <Download aria-hidden="true" />
        CSV
      </a>
    </Button>
  )
}
