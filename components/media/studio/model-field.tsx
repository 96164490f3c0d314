import type { UseQueryResult } from '@tanstack/react-query'
import { OptionField } from '@/components/forms/option-select'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import type { ModelReply } from '@/lib/catalog/models/schema'

type ModelFieldProps = {
  models: UseQueryResult<ModelReply[]>
  /** The models that support the mode. */
  offered: readonly ModelReply[]
  value: string | null
  onChange: (id: string) => void
  /** Settings of the model follow below. */
  hasSettings?: boolean
}

export function ModelField({ models, offered, value, onChange, hasSettings = true }: ModelFieldProps) {
  if (models.isPending)
    return (
      <>
        <PendingField label="Model" />
        {hasSettings && <SettingsSkeleton />}
      </>
    )
  if (models.isError)
    return (
      <Alert
        tone="danger"
        title="Models could not be loaded"
        action={
          <Button variant="outline" size="sm" onClick={() => models.refetch()} loading={models.isFetching}>
            Try again
          </Button>
        }
      >
        {models.error.message}
      </Alert>
    )
  if (value === null) return <Alert>No configured model supports this.</Alert>
  return (
    <OptionField
      label="Model"
      options={offered.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onValueChange={onChange}
    />
  )
}

/** A list of choices that is loading, as high as when it is there. */
export function PendingField({ label }: { label: string }) {
  return (
    <OptionField
      label={label}
      options={[]}
      value=""
      onValueChange={() => {}}
      placeholder="Loading…"
      disabled
    />
  )
}

const tiles = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const fields = ['a', 'b', 'c', 'd']

/** About as high as a model's settings, so that the history below does not jump on phones. */
export function SettingsSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-5 border-t border-border pt-5">
      <Skeleton className="w-20" />
      <div className="grid grid-cols-4 gap-2">
        {tiles.map((tile) => (
          <Skeleton key={tile} className="h-14 rounded-md" />
        ))}
      </div>
      <div className="grid grid-cols-2 gap-x-3 gap-y-5">
        {fields.map((field) => (
          <Skeleton key={field} className="h-14 rounded-md" />
        ))}
      </div>
      <Skeleton className="h-14 rounded-md" />
    </div>
  )
}
