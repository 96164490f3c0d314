import { signObjectUrl } from '@/lib/objects/read-object'
import type { AssetRow, GroupRow } from './repository'
import { type AssetItem, AssetStatus, AssetType, type GroupItem, GroupType } from './schema'

const LINK_SECONDS = 12 * 3600

export function toGroupItem(row: GroupRow): GroupItem {
  return {
    Id: row.id,
    Name: row.name,
    Title: row.title,
    Description: row.description,
    GroupType: GroupType.parse(row.groupType),
    ProjectName: row.projectName,
    CreateTime: row.createdAt.toISOString(),
    UpdateTime: row.updatedAt.toISOString(),
  }
}

export function toAssetItem(row: AssetRow): AssetItem {
  return {
    Id: row.id,
    GroupId: row.groupId,
    Name: row.name,
    AssetType: AssetType.parse(row.assetType),
    Status: AssetStatus.parse(row.status),
    URL: row.objectId === null ? '' : signObjectUrl(row.objectId, LINK_SECONDS).url,
    ProjectName: row.group.projectName,
    CreateTime: row.createdAt.toISOString(),
    UpdateTime: row.updatedAt.toISOString(),
    ...(row.failedReason !== null && { FailedReason: row.failedReason }),
  }
}
