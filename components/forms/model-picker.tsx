'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronDown, X } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { controlStyle } from '@/components/ui/control-style'
import type { FieldControl } from '@/components/ui/field'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { modelListQuery } from '@/lib/catalog/models/queries'
import { Choice } from './choice'
import { SearchList } from './search-list'

type ModelPickerProps = {
  control: FieldControl
  value: readonly string[]
  onValueChange: (ids: string[]) => void
}

/** Selects any number of models. */
export function ModelPicker({ control, value, onValueChange }: ModelPickerProps) {
  const { data, isPending } = useQuery(modelListQuery())
  const toggle = (id: string, on: boolean) =>
    onValueChange(on ? [...value, id] : value.filter((chosen) => chosen !== id))
  return (
    <div className="flex flex-col gap-2">
      {/* Modal, or the list cannot be scrolled while a dialog is open below it. */}
      <Popover modal>
        <PopoverTrigger
          {...control}
          className={cn(
            controlStyle,
            'flex h-8 items-center justify-between gap-2 px-2.5 pointer-coarse:h-10',
          )}
        >
          <span className={value.length === 0 ? 'text-faint-foreground' : undefined}>{countOf(value)}</span>
          <ChevronDown className="size-3.5 text-faint-foreground" aria-hidden="true" />
        </PopoverTrigger>
        <PopoverContent
          aria-label="Models"
          className="flex max-h-80 w-(--radix-popover-trigger-width) min-w-64 flex-col p-0"
        >
          <SearchList
            items={data?.data ?? []}
            label="Search models"
            empty={isPending ? 'Loading models…' : 'No models found.'}
          >
            {(model) => (
              <div className="rounded-sm px-2 py-1.5 hover:bg-accent pointer-coarse:py-2.5">
                <Choice
                  label={model.name}
                  hint={<span className="font-mono">{model.id}</span>}
                  checked={value.includes(model.id)}
                  onCheckedChange={(on) => toggle(model.id, on)}
                />
              </div>
            )}
          </SearchList>
        </PopoverContent>
      </Popover>
      {value.length > 0 && <ChosenModels ids={value} onRemove={(id) => toggle(id, false)} />}
    </div>
  )
}

type ChosenModelsProps = { ids: readonly string[]; onRemove: (id: string) => void }

function ChosenModels({ ids, onRemove }: ChosenModelsProps) {
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label="Chosen models">
      {ids.map((id) => (
        <li
          key={id}
          className="flex h-6 max-w-full items-center gap-1 rounded-sm border border-border bg-muted pl-2 font-mono text-xs text-muted-foreground"
        >
          <span className="truncate" title={id}>
            {id}
          </span>
          <Button
            variant="ghost"
            size="icon-sm"
            className="size-5 pointer-coarse:size-6 pointer-coarse:after:-inset-2.25 [&_svg]:size-3"
            aria-label={`Remove ${id}`}
            onClick={() => onRemove(id)}
          >
            <X aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
  )
}

function countOf({ length }: readonly string[]): string {
  if (length === 0) return 'Choose models'
  return length === 1 ? '1 model' : `${length} models`
}
