'use client'

import { useController } from 'react-hook-form'
import { ModelPicker } from '@/components/forms/model-picker'
import { SwitchRow } from '@/components/forms/switch-row'
import { Field } from '@/components/ui/field'
import type { KeyForm } from '../key-form'

export function ModelsField() {
  const { field: limits } = useController<KeyForm, 'limitsModels'>({ name: 'limitsModels' })
  const { field: models, fieldState } = useController<KeyForm, 'allowedModels'>({ name: 'allowedModels' })
  return (
    <div className="flex flex-col gap-3">
      <SwitchRow
        label="Only some models"
        hint="Off: the key may call every model, also those added later."
        checked={limits.value}
        onCheckedChange={limits.onChange}
      />
      {limits.value && (
        <Field label="Allowed models" hideLabel error={fieldState.error?.message}>
          {(control) => (
            <ModelPicker control={control} value={models.value} onValueChange={models.onChange} />
          )}
        </Field>
      )}
    </div>
  )
}
