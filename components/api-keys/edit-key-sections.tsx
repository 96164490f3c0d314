import type { ReactNode } from 'react'
import { DefaultModelField } from './fields/default-model-field'
import { ExpiryField } from './fields/expiry-field'
import { LimitFields } from './fields/limit-fields'
import { ModelsField } from './fields/models-field'
import { NameField } from './fields/name-field'
import { RoutingFields } from './fields/routing-fields'
import { ScopesField } from './fields/scopes-field'
import { FormError } from './form-error'

export function EditKeySections() {
  return (
    <div className="divide-y divide-line">
      <Section title="General">
        <NameField />
        <ScopesField />
      </Section>
      <Section title="Limits">
        <LimitFields />
        <ExpiryField />
      </Section>
      <Section title="Models">
        <ModelsField />
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <DefaultModelField name="defaultChat" label="Default for chat" modality="chat" />
          <DefaultModelField name="defaultImage" label="Default for images" modality="image" />
          <DefaultModelField name="defaultVideo" label="Default for videos" modality="video" />
        </div>
      </Section>
      <Section title="Routing">
        <RoutingFields />
        <FormError />
      </Section>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 px-5 py-5">
      <h3 className="text-xs font-medium text-faint">{title}</h3>
      {children}
    </section>
  )
}
