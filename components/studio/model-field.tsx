import type { UseQueryResult } from '@tanstack/react-query'
import { OptionField } from '@/components/forms/option-select'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import type { ModelReply } from '@/lib/catalog/schema'
import { SettingsSkeleton } from './settings-skeleton'

type ModelFieldProps = {
  models: UseQueryResult<ModelReply[]>
  /** Those that can do what is asked. */
  offered: readonly ModelReply[]
  value: string | null
  onChange: (id: string) => void
}

export function ModelField({ models, offered, value, onChange }: ModelFieldProps) {
  if (models.isPending)
    return (
      <>
        <Skeleton className="h-14 w-full rounded-md" />
        <SettingsSkeleton />
      </>
    )
  if (models.isError)
    return (
      <Alert
        tone="danger"
        title="The models could not be loaded"
        action={
          <Button size="sm" onClick={() => models.refetch()} loading={models.isFetching}>
            Try again
          </Button>
        }
      >
        {models.error.message}
      </Alert>
    )
  if (value === null) return <Alert>No model that is set up here can do this.</Alert>
  return (
    <OptionField
      label="Model"
      options={offered.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onValueChange={onChange}
    />
  )
}
