import { type Caller, ownOnly } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { newId, timeOfId } from '@/lib/platform/ids'
import {
  deletePresetRow,
  insertPreset,
  listPresetRows,
  type OwnedPreset,
  type PresetRow,
  renamePresetRow,
} from './repository'
import {
  type CreatePresetRequest,
  type Preset,
  PresetContent,
  type PresetList,
  type RenamePresetRequest,
} from './schema'
import { close, open } from './sealing'

const MOST_PRESETS = 100

/** The caller's member where it may change only its own; undefined: all. */
const ownOf = (caller: Caller) => ownOnly(caller, 'settings.manage')

/** Throws `invalid_parameter` where the organization has too many. */
export async function createPreset(
  caller: Caller,
  { name, model, system = '', parameters = {} }: CreatePresetRequest,
): Promise<Preset> {
  const owned = { customerId: caller.customerId, id: newId('preset') }
  const sealed = await close('preset', owned, { system, parameters })
  const row = { ...owned, memberId: caller.member?.id ?? null, name, model, sealed, createdAt: clock.now() }
  const created = await insertPreset(row, MOST_PRESETS)
  if (created === undefined)
    throw new AppError('invalid_parameter', {
      message: `An organization can have at most ${MOST_PRESETS} presets. Delete one first.`,
    })
  return { ...shown(caller, created), system, parameters }
}

/** All of the organization's presets. One whose key to unseal is gone is left out. */
export async function listPresets(caller: Caller): Promise<PresetList> {
  const rows = await listPresetRows(caller.customerId)
  const presets = await Promise.all(rows.map((row) => present(caller, row)))
  return {
    object: 'list',
    data: presets.flatMap((preset) => preset ?? []),
    has_more: false,
    next_cursor: '',
  }
}

/** Throws 404, also for a preset that only others may change. */
export async function renamePreset(
  caller: Caller,
  id: string,
  { name }: RenamePresetRequest,
): Promise<Preset> {
  const row = await renamePresetRow(changeable(caller, id), name)
  const preset = row && (await present(caller, row))
  if (!preset) throw new AppError('not_found')
  return preset
}

/** Throws 404, also for a preset that only others may delete. */
export async function deletePreset(caller: Caller, id: string) {
  if (!(await deletePresetRow(changeable(caller, id)))) throw new AppError('not_found')
  return { id, object: 'preset', deleted: true } as const
}

/** Text that is no id is not looked up: PostgreSQL rejects NUL characters, for example. */
function changeable(caller: Caller, id: string): OwnedPreset {
  if (timeOfId(id) === undefined) throw new AppError('not_found')
  const memberId = ownOf(caller)
  return { customerId: caller.customerId, id, ...(memberId !== undefined && { memberId }) }
}

async function present(caller: Caller, row: PresetRow): Promise<Preset | undefined> {
  const { data } = PresetContent.safeParse(await open('preset', row, row.sealed))
  return data && { ...shown(caller, row), ...data }
}

function shown(caller: Caller, { id, name, model, memberId, createdAt }: PresetRow) {
  const own = ownOf(caller)
  const can_delete = own === undefined || own === memberId
  return { id, object: 'preset', name, model, can_delete, created_at: createdAt.toISOString() } as const
}
