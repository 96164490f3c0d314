import { Globe, ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Tooltip } from '@/components/ui/tooltip'
import { useSettings } from '../parameters/parameter-row'
import { imageTypes } from './attachments'

type ComposerToolsProps = { onAttach: (files: Iterable<File>) => void }

/** Below the text: pictures, and the switch that is used from one message to the next. */
export function ComposerTools({ onAttach }: ComposerToolsProps) {
  const input = useRef<HTMLInputElement>(null)
  const { settings, change, supportOf } = useSettings()
  const { webSearch } = settings
  const search = supportOf('webSearch')
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={imageTypes.join(',')}
        multiple
        hidden
        aria-label="Pictures"
        onChange={(event) => {
          onAttach([...(event.target.files ?? [])])
          event.target.value = '' // the same file may be chosen again
        }}
      />
      <Tooltip content="Attach pictures">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Attach pictures"
          onClick={() => input.current?.click()}
        >
          <ImagePlus aria-hidden="true" />
        </Button>
      </Tooltip>
      <Tooltip content={search.note ?? (webSearch ? 'Web search is on' : 'Let the model search the web')}>
        <Button
          variant="ghost"
          aria-label="Web search"
          aria-pressed={webSearch}
          disabled={search.disabled}
          onClick={() => change({ webSearch: !webSearch })}
          className={cn(
            'px-2',
            webSearch &&
              !search.disabled &&
              'bg-accent-soft text-accent-text hover:bg-accent-soft hover:text-accent-text',
          )}
        >
          <Globe aria-hidden="true" />
          <span className="max-sm:sr-only">Search</span>
        </Button>
      </Tooltip>
    </>
  )
}
