import { CodeBlock } from '@/components/ui/code-block'
import { DocsSection } from './docs-section'
import { DocsTable } from './docs-table'
import { InlineCode } from './inline-code'

export function UploadsSection({ origin }: { origin: string }) {
  return (
    <DocsSection id="uploads">
      <p>
        Pictures to work on go straight into the object storage: ask for a link, PUT the file to it with
        exactly the headers that came along, and name the upload in the edit or the variation.
      </p>
      <CodeBlock language="bash" code={sample(origin)} />
      <DocsTable
        label="Rules of uploads"
        rows={[
          {
            name: 'Purpose',
            text: 'image_edit_source, image_edit_mask or image_variation_source, and no other use.',
          },
          {
            name: 'Size and type',
            text: 'PNG, JPEG or WebP up to 25 MiB. Masks are PNG or WebP with transparency, as large as the source.',
          },
          {
            name: 'Once',
            text: 'An upload serves one task and is deleted with it. A refused request leaves it usable.',
          },
          {
            name: 'Time',
            text: 'The link works for expires_in seconds; an upload that nothing uses is deleted after claim_expires_at.',
          },
        ]}
      />
      <p>
        Where a mask is transparent, the picture may change; everything else stays as it is, to the pixel,
        when size and format (png) are kept. <InlineCode>POST /v1/images/variations</InlineCode> takes{' '}
        <InlineCode>model</InlineCode>, <InlineCode>image_upload_id</InlineCode> and{' '}
        <InlineCode>size</InlineCode>. Multipart forms get a 415.
      </p>
    </DocsSection>
  )
}

const sample = (origin: string) => `MD5=$(openssl dgst -md5 -binary photo.png | base64)

UPLOAD=$(curl -s ${origin}/v1/uploads/presign \\
  -H "Authorization: Bearer $PORTICO_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "purpose": "image_edit_source",
    "content_type": "image/png",
    "content_length": '$(wc -c < photo.png)',
    "content_md5": "'$MD5'",
    "checksum_sha256": "'$(sha256sum photo.png | cut -d" " -f1)'"
  }')

curl -X PUT "$(jq -r .upload_url <<< "$UPLOAD")" --data-binary @photo.png \\
  -H 'Content-Type: image/png' -H "Content-MD5: $MD5"

# A mask, if you have one, is uploaded alike and named as mask_upload_id.
curl ${origin}/v1/images/edits \\
  -H "Authorization: Bearer $PORTICO_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "model": "sandbox/image-1",
    "prompt": "The same at night",
    "image_upload_id": "'$(jq -r .upload_id <<< "$UPLOAD")'"
  }'`
