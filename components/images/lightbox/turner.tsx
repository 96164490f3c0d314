import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '@/components/ui/button'

type TurnerProps = { at: number; count: number; onTurn: (step: 1 | -1) => void }

/** To the picture before and after. At an end the button keeps the focus, or the keyboard would lose its place. */
export function Turner({ at, count, onTurn }: TurnerProps) {
  return (
    <>
      <Button
        size="icon"
        className="absolute top-1/2 left-3 -translate-y-1/2"
        aria-label="Previous picture"
        aria-disabled={at <= 0}
        onClick={() => onTurn(-1)}
      >
        <ChevronLeft aria-hidden="true" />
      </Button>
      <Button
        size="icon"
        className="absolute top-1/2 right-3 -translate-y-1/2"
        aria-label="Next picture"
        aria-disabled={at >= count - 1}
        onClick={() => onTurn(1)}
      >
        <ChevronRight aria-hidden="true" />
      </Button>
    </>
  )
}
