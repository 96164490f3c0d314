import type { SdkName } from '@/lib/upstream/contract/adapter'
import { falVideos } from './fal/fal-videos'
import { googleVideos } from './google-videos'
import { replicateVideos } from './replicate/replicate-videos'
import type { VideoVendor } from './video-vendor'

export const videoVendors: Partial<Record<SdkName, VideoVendor>> = {
  google: googleVideos,
  fal: falVideos,
  replicate: replicateVideos,
}
