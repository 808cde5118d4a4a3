-- DATA-4: what runs with the owner's rights is for those alone who are granted it by name (`db/grants.ts`).
do $$
declare
  definer regprocedure;
  product name;
begin
  for definer in
    select oid from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
  loop
    execute format('revoke execute on function %s from public', definer);
    -- The nodes that run meanwhile go on: their role is known by what it may read.
    for product in
      select distinct r.rolname
      from pg_class c, aclexplode(c.relacl) acl join pg_roles r on r.oid = acl.grantee
      where c.oid = 'auctions'::regclass and acl.privilege_type = 'SELECT' and acl.grantee <> c.relowner
    loop
      execute format('grant execute on function %s to %I', definer, product);
    end loop;
  end loop;
end $$;

-- The history's trigger makes links by itself, so that nobody else has to be able to.
alter function history_written() security definer set search_path = pg_catalog, public;
revoke execute on function history_written() from public;
