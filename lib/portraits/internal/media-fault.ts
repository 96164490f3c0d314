/** Why an asset's media cannot be taken, by the codes of Volcengine’s asset service. */
export class MediaFault extends Error {
  override readonly name = 'MediaFault'

  constructor(
    readonly code:
      | 'DownloadFailed'
      | 'TypeMismatch'
      | 'FormatUnsupported'
      | 'FormatUndetectable'
      | 'DurationTooShort'
      | 'DurationTooLong'
      | 'WidthTooSmall'
      | 'WidthTooLarge'
      | 'HeightTooSmall'
      | 'HeightTooLarge'
      | 'AspectRatioTooSmall'
      | 'AspectRatioTooLarge'
      | 'FileSizeTooLarge'
      | 'PixelCountTooSmall'
      | 'PixelCountTooLarge'
      | 'FpsTooLow'
      | 'FpsTooHigh',
    message: string,
  ) {
    super(message)
  }
}
