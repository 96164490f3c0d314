import { z } from 'zod'

/** What every action answers; some leave the envelope out. */
export const VaultReply = z.looseObject({
  ResponseMetadata: z
    .looseObject({ Error: z.looseObject({ Code: z.string(), Message: z.string().catch('') }).optional() })
    .optional(),
  Result: z.looseObject({}).optional(),
})

export const CreatedInVault = z.object({ Id: z.string().min(1) })
export const VaultAssetReply = z.object({
  Status: z.enum(['Processing', 'Active', 'Failed']),
  Error: z.object({ Code: z.string().catch(''), Message: z.string().catch('') }).nullish(),
})
export const OpenedValidation = z.object({ BytedToken: z.string().min(1), H5Link: z.url() })
export const PassedValidation = z.object({ GroupId: z.string().min(1) })
