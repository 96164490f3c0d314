import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { formatNumber } from '@/lib/client/format/number'

type PagerProps = {
  page: { offset: number; limit: number; total: number; items: readonly unknown[]; has_more: boolean }
  /** What is listed, in lowercase: `orders`. */
  what: string
  loading: boolean
  onOffsetChange: (offset: number) => void
}

/** Pages through a list, newest first; hidden while it fits on one page. */
export function Pager({ page, what, loading, onOffsetChange }: PagerProps) {
  const { offset, limit, total, items, has_more } = page
  if (offset === 0 && !has_more) return null
  return (
    <nav
      aria-label={`Pages of ${what}`}
      className="flex items-center justify-between gap-3 border-t border-border px-4 py-2"
    >
      <p className="figures text-xs text-faint-foreground">
        {formatNumber(offset + 1)} – {formatNumber(offset + items.length)} of {formatNumber(total)}
      </p>
      <div className="flex gap-1">
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label={`Newer ${what}`}
          disabled={offset === 0 || loading}
          onClick={() => onOffsetChange(Math.max(0, offset - limit))}
        >
          <ChevronLeft aria-hidden="true" />
        </Button>
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label={`Older ${what}`}
          disabled={!has_more || loading}
          onClick={() => onOffsetChange(offset + limit)}
        >
          <ChevronRight aria-hidden="true" />
        </Button>
      </div>
    </nav>
  )
}
