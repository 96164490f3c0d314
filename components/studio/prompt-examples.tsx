import { Button } from '@/components/ui/button'

type PromptExamplesProps = { examples: readonly string[]; onChoose: (prompt: string) => void }

/** Prompts to begin with. One is put into the box, not sent: it costs money. */
export function PromptExamples({ examples, onChoose }: PromptExamplesProps) {
  return (
    <ul className="flex max-w-md flex-col gap-2">
      {examples.map((example) => (
        <li key={example}>
          <Button
            className="h-auto min-h-8 w-full justify-start py-1.5 text-left font-normal whitespace-normal text-muted hover:text-ink"
            onClick={() => {
              onChoose(example)
              // On a phone the box stands above.
              window.scrollTo({ top: 0 })
            }}
          >
            {example}
          </Button>
        </li>
      ))}
    </ul>
  )
}
