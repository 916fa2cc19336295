import { flags, values } from '../engine/option-row.ts'
import { command, type CommandTable } from '../engine/table.ts'

/** Certificates, keys and digests in files. What talks to others, loads an engine or takes a password is not here. */
export const openssl: Readonly<Record<string, CommandTable>> = {
  openssl: {
    source: 'openssl(1), GTFOBins openssl',
    style: 'long',
    options: [],
    refine: () => ({ code: 'STDIN_IS_CODE', message: 'openssl: takes commands from its input' }),
    subcommands: {
      version: { source: 'openssl-version(1)', options: [flags`-a -v -b -o -f -p -d -e -m -r -c`] },
      rand: command('openssl-rand(1)', 'nothing', [flags`-hex -base64`, values('-out', 'output')]),
      req: {
        source: 'openssl-req(1): a configuration, an engine and a password from elsewhere are not judged',
        options: [
          flags`-new -x509 -nodes -noenc -noout -text -subject -pubkey -verify -batch -utf8 -modulus -sha256 -sha384 -sha512`,
          values`-newkey -days -subj -addext -pkeyopt -inform -outform -keyform -set_serial -nameopt`,
          values('-in -key -CA -CAkey', 'read'),
          values('-out -keyout', 'output'),
        ],
        operands: { none: [] },
      },
      'rsa pkey ec': {
        source: 'openssl-rsa(1), openssl-pkey(1)',
        options: [
          flags`-noout -text -check -pubcheck -pubin -pubout -modulus -text_pub`,
          values`-inform -outform`,
          values('-in', 'read'),
          values('-out', 'output'),
        ],
        operands: { none: [] },
      },
      'genrsa genpkey ecparam': command('openssl-genrsa(1), openssl-genpkey(1)', 'nothing', [
        flags`-genkey -noout -traditional -text`,
        values`-algorithm -pkeyopt -name -outform`,
        values('-out', 'output'),
      ]),
      'base64 enc': {
        source: 'openssl-enc(1): only encodings; ciphers take passwords',
        options: [flags`-d -e -a -A -base64`, values('-in', 'read'), values('-out', 'output')],
        operands: { none: [] },
      },
      passwd: command('openssl-passwd(1)', 'nothing', [
        flags`-1 -5 -6 -apr1 -noverify -quiet -table -reverse`,
        values`-salt`,
      ]),
      'ciphers list errstr': command('openssl-ciphers(1)', 'nothing', [flags`-v -V -s -tls1_2 -tls1_3`]),
      'dgst sha256 sha1 md5 sha512': command('openssl-dgst(1)', 'read', [
        flags`-r -hex -binary -c -sha1 -sha256 -sha384 -sha512 -md5 -list`,
        values('-out', 'output'),
      ]),
      x509: {
        source: 'openssl-x509(1)',
        options: [
          flags`-noout -text -subject -issuer -dates -fingerprint -serial -enddate -startdate -pubkey -sha256 -modulus -purpose -hash`,
          values`-inform -outform -nameopt -ext -checkend -dateopt`,
          values('-in', 'read'),
          values('-out', 'output'),
        ],
      },
    },
  },
}
