'use client'

import { useQuery } from '@tanstack/react-query'
import { useMay } from '@/components/layout/permissions'
import { usageQuery } from '@/lib/money/usage/queries'
import { ownerFilters, type ZonedRange } from './usage-range'
import type { UsageView } from './usage-view'

/** Who spent what in the view's range; nothing for a role that sees its own usage only. */
export function useOwners(view: UsageView, zoned: ZonedRange) {
  const enabled = useMay()('usage.read')
  const members = useQuery({ ...usageQuery(ownerFilters(view, zoned, 'member')), enabled }).data
  const projects = useQuery({ ...usageQuery(ownerFilters(view, zoned, 'project')), enabled }).data
  const people = members?.members ?? []
  const groups = projects?.projects ?? []
  return {
    // One person needs no list of people; one beside the organization's own keys does.
    members: people.length > 1 || view.member !== null ? people : [],
    projects: groups.some(({ project_id }) => project_id !== null) ? groups : [],
  }
}
