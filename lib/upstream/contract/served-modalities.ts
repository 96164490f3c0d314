import {
  type AdapterModality,
  type AdapterName,
  adapterModalities,
  type SdkName,
  sdkModalities,
} from './adapter'

/** What an adapter can be asked for; `ai-sdk`: as far as the vendor behind it goes. */
export function servedModalities(
  adapter: AdapterName,
  sdk: SdkName | null | undefined,
): readonly AdapterModality[] {
  if (adapter !== 'ai-sdk') return adapterModalities[adapter]
  return sdk ? sdkModalities[sdk] : []
}
