import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'

const longText = 1_200
const longLines = 14

/** What was asked, as it was typed. Something pasted in whole does not push its answer out of sight. */
export function PromptText({ text }: { text: string }) {
  const [whole, setWhole] = useState(false)
  const long = text.length > longText || text.split('\n').length > longLines
  return (
    <>
      <p
        dir="auto"
        className={cn(
          'leading-6 break-words whitespace-pre-wrap text-ink',
          long && !whole && 'line-clamp-[10]',
        )}
      >
        {text}
      </p>
      {long && (
        <Button
          variant="link"
          size="sm"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
          className="mt-1"
        >
          {whole ? 'Show less' : 'Show all'}
        </Button>
      )}
    </>
  )
}
