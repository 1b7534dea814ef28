import { useState } from 'preact/hooks';

import { AreaField, CheckField, Picker, SearchField, SelectField, TextField } from '../src/components/field.js';
import { ListField } from '../src/components/list-field.js';
import { PermissionMatrix, type Granted } from '../src/components/permission-matrix.js';
import { SchemaForm } from '../src/components/schema-form.js';
import { asSchema, withMember } from '../src/components/schema.js';
import { Part } from './all-components.js';

const CHOICES = [
  { value: 'one', text: 'One' },
  { value: 'two', text: 'Two' },
];

const SCHEMA = {
  required: ['Name'],
  properties: {
    Name: { type: 'string', description: 'what it is called' },
    Seats: { type: 'integer', default: 4 },
    Colour: { enum: ['red', 'green'] },
    IsOpen: { type: 'boolean', description: 'whether it can be used' },
    Words: { type: 'array', items: { type: 'string' } },
    Texts: { type: 'object', additionalProperties: { type: 'string' } },
    Rows: { type: 'array', items: { type: 'object', properties: { Value: { type: 'string' } } } },
    Anything: { type: 'object' },
  },
};

/** All that can be filled in. */
export function Fields() {
  const [text, setText] = useState('text');
  const [words, setWords] = useState<readonly string[]>(['first', 'second']);
  const [granted, setGranted] = useState<Granted>({ users: ['rw'], stats: ['ro'] });
  const [values, setValues] = useState<unknown>({ Words: ['one', 'two'], Texts: { A: 'first' }, Rows: [{}] });
  return (
    <>
      <Part title="Fields">
        <div class="columns">
          <TextField label="Text" hint="What helps." value={text} onChange={setText} />
          <TextField label="Wrong" error="What is wrong with it." value={text} onChange={setText} />
          <TextField label="With suggestions" value={text} onChange={setText} suggestions={['text', 'other']} />
          <TextField label="Password" value={text} onChange={setText} more={{ type: 'password' }} />
          <AreaField label="Several lines" value={text} onChange={setText} />
          <SelectField label="Choice" value="one" choices={CHOICES} onChange={setText} />
          <CheckField label="Flag" hint="What it means." checked onChange={() => undefined} />
          <ListField label="List" value={words} onChange={setWords} />
        </div>
        <div class="toolbar">
          <SearchField label="Search" value="" onChange={setText} />
          <Picker label="Picker" value="one" choices={CHOICES} onChange={setText} />
        </div>
      </Part>
      <Part title="Permissions">
        <PermissionMatrix
          label="Permissions"
          groups={['users', 'stats', 'admin']}
          granted={granted}
          givenBy={(group) => (group === 'admin' ? ['Some role'] : [])}
          onChange={(group, permissions) => setGranted({ ...granted, [group]: permissions })}
        />
      </Part>
      <Part title="Form of a schema">
        <SchemaForm
          schema={asSchema(SCHEMA)}
          value={values}
          onChange={(path, value) => setValues(withMember(values, path, value))}
        />
      </Part>
    </>
  );
}
