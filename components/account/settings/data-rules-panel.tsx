'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { DataRuleSwitches } from '@/components/account/api-keys/data-rule-switches'
import { LoadError, RowsSkeleton } from '@/components/data/loaded'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { profileQuery, updateProfileMutation } from '@/lib/account/identity/queries'
import type { DataRulesRequest } from '@/lib/catalog/models/data-rules-schema'

/** The account's rules about which providers may receive prompts. */
export function DataRulesPanel() {
  const profile = useQuery(profileQuery())
  const update = useMutation(updateProfileMutation())
  const save = (routing: DataRulesRequest) =>
    update.mutate(
      { routing },
      {
        onSuccess: () => toast.success('Data handling saved'),
        onError: (error) => toast.error(error.message),
      },
    )
  // The switches show the change at once; a failed one goes back.
  const saving = update.isPending ? update.variables.routing : undefined
  const routing = profile.data && {
    zdr: saving?.zdr ?? profile.data.routing.zdr,
    data_collection: saving?.data_collection ?? profile.data.routing.data_collection,
  }
  return (
    <Panel aria-label="Data handling">
      <PanelHeader
        title="Data handling"
        description="For all requests of this account. Keys and requests can be stricter, not less strict."
      />
      {profile.isPending && <RowsSkeleton what="the settings" rows={2} className="h-15" />}
      <LoadError query={profile} what="The settings" />
      {routing && (
        <PanelBody className="flex flex-col gap-4">
          <DataRuleSwitches
            zdr={routing.zdr}
            deniesCollection={routing.data_collection === 'deny'}
            onZdrChange={(zdr) => save({ zdr })}
            onDenialChange={(denies) => save({ data_collection: denies ? 'deny' : 'allow' })}
          />
        </PanelBody>
      )}
    </Panel>
  )
}
