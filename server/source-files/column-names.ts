import type { Column } from './rows.ts';

/** The names of columns that hold an address with its city. */
export const FULL_ADDRESSES: readonly string[] = [
  ...['full address', 'complete address', 'formatted address', 'address full', 'direccion completa'],
];

/**
 * Usual names of the columns, in English and Spanish, the likeliest first: what is on the sign before what is in the register. They are
 * compared without case, accents and punctuation.
 */
export const USUAL_COLUMN_NAMES: Partial<Record<Column, string[]>> = {
  name: [
    ...['name', 'business name', 'dba', 'dba name', 'doing business as', 'doing business as name', 'trade name'],
    ...['facility name', 'store name', 'establishment name', 'location name', 'place name', 'business', 'company'],
    ...[
      'company name',
      'establishment',
      'facility',
      'store',
      'shop',
      'shop name',
      'restaurant name',
      'organization',
      'organization name',
      'owner name dba',
    ],
    ...['practice name', 'provider name', 'vendor name', 'vendor', 'market name', 'title', 'legal business name'],
    ...['legal name', 'nombre', 'nombre del negocio', 'nombre comercial', 'nombre de la empresa', 'negocio', 'empresa'],
    ...['comercio', 'establecimiento', 'razon social', 'practice', 'office', 'office name', 'branch', 'branch name'],
    ...['consultorio', 'sucursal', 'oficina'],
  ],
  id: [
    ...['id', 'identifier', 'record id', 'business id', 'location id', 'place id', 'store number', 'store id'],
    ...['store code', 'facility id', 'license number', 'license no', 'license', 'permit number', 'account number'],
    ...[
      'business account number',
      'account',
      'account key',
      'objectid',
      'fid',
      'uuid',
      'key',
      'identificador',
      'clave',
    ],
    ...['numero de licencia', 'licencia'],
  ],
  category: ['category slug', 'category'],
  category_raw: [
    ...['category raw', 'category', 'type', 'business type', 'kind', 'category name', 'categories', 'primary category'],
    ...['subcategory', 'naics description', 'primary naics description', 'industry', 'facility type', 'store type'],
    ...['type of business', 'business category', 'business kind', 'kind of business', 'nature of business', 'trade'],
    ...['line of business', 'business activity', 'sic description', 'primary sic description', 'license description'],
    ...['permit description', 'type of establishment', 'establishment type', 'service type'],
    ...['license type', 'permit type', 'description', 'classification', 'naics', 'naics code', 'categoria', 'tipo'],
    ...[
      'tipo de negocio',
      'giro',
      'rubro',
      'actividad',
      'tipo de establecimiento',
      'clase de negocio',
      'ramo',
      'oficio',
    ],
    ...['giro comercial', 'actividad economica', 'sic', 'sic code'],
  ],
  more_categories: [
    ...['more categories', 'more category slugs', 'additional categories', 'other categories', 'secondary categories'],
    ...['further categories', 'categorias adicionales', 'otras categorias', 'mas categorias'],
  ],
  address: [
    ...['address', 'street address', 'business address', 'address 1', 'address1', 'address line 1', 'addr', 'street'],
    ...['location address', 'site address', 'facility address', 'store address', 'mailing address'],
    ...['direccion', 'calle', 'domicilio', 'direccion del negocio', ...FULL_ADDRESSES],
  ],
  city: [
    ...['city', 'city name', 'town', 'business city', 'facility city', 'site city', 'municipality', 'locality'],
    ...[
      'location city',
      'address city',
      'city state zip',
      'city state zip code',
      'city st zip',
      'city state',
      'city zip',
    ],
    ...['city and zip', 'ciudad', 'ciudad estado codigo postal', 'ciudad y codigo postal', 'municipio', 'localidad'],
    'poblacion',
  ],
  state: [
    'state',
    'st',
    'province',
    'region',
    'state code',
    'business state',
    'administrative area',
    'facility state',
    'address state',
    'estado',
    'provincia',
  ],
  zip: [
    ...['zip', 'zip code', 'zipcode', 'zip5', 'zip 5', 'postal', 'postal code', 'postcode', 'business zip'],
    ...['business zip code', 'facility zip', 'site zip', 'location zip', 'address zip', 'codigo postal', 'cp', 'c p'],
  ],
  county: ['county', 'county name', 'condado'],
  phone: [
    ...[
      'phone',
      'phone number',
      'telephone',
      'telephone number',
      'tel',
      'primary phone',
      'business phone',
      'phone1',
      'phone 1',
    ],
    ...['contact phone', 'main phone', 'facility phone', 'telefono', 'numero de telefono'],
  ],
  website: [
    ...['website', 'web site', 'url', 'web', 'homepage', 'website url', 'site url', 'link', 'pagina web', 'sitio web'],
    ...['sitio', 'pagina'],
  ],
  email: ['email', 'e mail', 'email address', 'mail', 'contact email', 'correo', 'correo electronico'],
  lat: ['lat', 'latitude', 'y', 'point y', 'gps latitude', 'latitud'],
  lng: ['lng', 'lon', 'long', 'longitude', 'x', 'point x', 'gps longitude', 'longitud'],
  hours: [
    ...['hours', 'opening hours', 'business hours', 'hours of operation', 'store hours', 'horario', 'horarios'],
    ...['office hours', 'opening times', 'hours open', 'open hours', 'open', 'horario de atencion'],
  ],
  special_hours: ['special hours', 'holiday hours', 'horario especial'],
  accepts: ['accepts', 'benefits accepted', 'acepta'],
  description: [
    'from the business',
    'about',
    'about us',
    'business description',
    'acerca de',
    'descripcion del negocio',
  ],
  source: ['source', 'data source', 'fuente', 'origen'],
  status: [
    ...['status', 'business status', 'license status', 'licence status', 'permit status', 'location status'],
    ...[
      'account status',
      'facility status',
      'operating status',
      'active status',
      'current status',
      'status description',
    ],
    ...['open closed', 'closed', 'permanently closed', 'out of business', 'inactive', 'active', 'is active', 'estatus'],
    ...['estado del negocio', 'estado de la licencia', 'situacion', 'cerrado', 'activo'],
  ],
  expires: [
    ...['expires', 'expiration date', 'expiration', 'expiry date', 'expiry', 'exp date', 'exp dt', 'expire date'],
    ...['license expiration date', 'license expiration', 'license exp date', 'permit expiration date', 'date expires'],
    ...['expires on', 'valid through', 'valid until', 'valid to', 'renewal due', 'date closed', 'closed date'],
    ...['close date', 'closing date', 'closed on', 'end date', 'location end date', 'business end date'],
    ...['fecha de vencimiento', 'vencimiento', 'vence', 'vigencia', 'fecha de cierre'],
  ],
  date: [
    ...['date', 'data date', 'last updated', 'updated', 'updated at', 'last update', 'date refreshed', 'as of'],
    ...['last verified', 'verified on', 'date verified', 'last checked', 'last modified', 'modified'],
    ...['date modified', 'date updated', 'update date', 'source date', 'record date', 'as of date', 'data as of'],
    ...['extract date', 'extracted', 'file date', 'ultima actualizacion', 'fecha de verificacion'],
    ...['fecha', 'actualizado', 'fecha de actualizacion'],
  ],
};

/** The columns that continue a street address, in their order. */
export const ADDRESS_CONTINUATIONS: string[] = [
  ...['address line 2', 'address 2', 'address2', 'street address 2', 'address line 3', 'address 3', 'address3'],
  ...['address line 4', 'address line 5', 'suite', 'suite number', 'ste', 'unit', 'unit number', 'apt'],
];
