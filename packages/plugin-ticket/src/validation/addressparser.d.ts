declare module 'addressparser' {
  export default function addressparser(line: string): { name: string; address: string }[];
}
